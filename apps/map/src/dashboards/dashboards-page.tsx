import './dashboard.css';
import { useApp } from '../app/app.js';
import { DashboardList } from './dashboard-list.js';
import { OneDashboard } from './one-dashboard.js';

/** All dashboards, or the one in the address. */
export function DashboardsPage() {
  const { dashboard } = useApp().address.now.value.more;
  return <div class="page-body dashboard-page">{dashboard ? <OneDashboard key={dashboard} id={dashboard} /> : <DashboardList />}</div>;
}
