import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';
import { askWhatThereIs } from './app/cluster/cluster';

askWhatThereIs();
bootstrapApplication(App, appConfig).catch((error: unknown) => console.error(error));
