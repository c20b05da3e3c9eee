import type { Routes } from '@angular/router';
import { TablePage } from './table/table-page';

const detailPage = () => import('./detail/detail-page').then(({ DetailPage }) => DetailPage);

export const routes: Routes = [
  { path: '', pathMatch: 'full', redirectTo: 'pods' },
  { path: ':kind', component: TablePage },
  { path: ':kind/:name', loadComponent: detailPage },
  { path: ':kind/:at/:name', loadComponent: detailPage },
];
