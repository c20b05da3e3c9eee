export const startEmbeddedCluster = () => Promise.reject(new Error('not yet'));
