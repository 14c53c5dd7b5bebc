import type { Messages } from '../en/index.ts'

export const adminPlaces: Messages['adminPlaces'] = {
  name: 'Administración',
  tabs: {
    overview: 'Resumen',
    users: 'Usuarios',
    directory: 'Directorio',
    queue: 'Cola',
    networks: 'Redes',
    crons: 'Tareas programadas',
    alerts: 'Alertas',
    backups: 'Copias de seguridad',
    selfTests: 'Autodiagnóstico',
    auditLog: 'Registro de auditoría',
    mails: 'Correos',
    flags: 'Funciones',
    tickets: 'Tickets',
    business: 'Métricas de negocio',
  },
}
