import {
  type ApplicationConfig,
  provideBrowserGlobalErrorListeners,
  provideZonelessChangeDetection,
} from '@angular/core';
import { provideRouter, withComponentInputBinding, withHashLocation } from '@angular/router';
import { relayTransport } from 'rxinformer';
import { provideInformers } from 'rxinformer/angular';
import { BASE_URL } from './cluster/cluster';
import { routes } from './routes';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideZonelessChangeDetection(),
    provideRouter(routes, withHashLocation(), withComponentInputBinding()),
    provideInformers({ transport: relayTransport(BASE_URL), keepAliveMs: 15_000 }),
  ],
};
