export { type Site, staticSite } from './static-site.js';
