import type { Messages } from '../../en/index.ts'
import { alerts } from './alerts.ts'
import { auditLog } from './audit-log.ts'
import { backups } from './backups.ts'
import { crons } from './crons.ts'
import { directory } from './directory.ts'
import { mails } from './mails.ts'
import { networks, secrets } from './networks.ts'
import { business, overview } from './overview.ts'
import { queue } from './queue.ts'
import { selfTests } from './self-tests.ts'
import { flags, tickets, users } from './users.ts'

export const admin: Messages['admin'] = {
  closed: 'Solo para administradores del servidor',
  closedLead: 'Pide acceso a un administrador del servidor.',
  groups: {
    people: 'Personas',
    publishing: 'Publicación',
    trust: 'Supervisión',
    settings: 'Configuración',
    business: 'Negocio',
  },
  leads: {
    overview: 'El estado del sistema.',
    users: 'Todas las personas con cuenta. Los cambios quedan en el registro de auditoría.',
    directory: 'Cuentas y roles desde Okta, Entra u otro directorio de empresa.',
    queue: 'Publicaciones pendientes y redes en pausa.',
    networks: 'Estado, modo y credenciales de cada red.',
    crons: 'Tareas en segundo plano: horarios y ejecuciones recientes.',
    alerts: 'Problemas abiertos y cómo te avisamos.',
    selfTests: 'Comprueba que todo funciona, desde la base de datos hasta las redes.',
    backups: 'Cuándo se hizo la última copia y cómo restaurarla.',
    auditLog: 'Quién cambió qué y cuándo. Cualquier manipulación se detecta.',
    mails: 'Personaliza los correos que envía Posthorn.',
    flags: 'Activa o desactiva funciones, y elige para quién.',
    tickets: 'Lo que informan los usuarios y tus respuestas.',
    business: 'Activación, retención, ingresos y bajas.',
  },
  alerts,
  auditLog,
  backups,
  business,
  crons,
  directory,
  flags,
  mails,
  networks,
  overview,
  queue,
  secrets,
  tickets,
  users,
  selfTests,
}
