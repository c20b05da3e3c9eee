import type { Routes } from '@angular/router';
import { TablePage } from './table/table-page';

export const routes: Routes = [
  { path: '', pathMatch: 'full', redirectTo: 'pods' },
  { path: ':kind', component: TablePage },
];
