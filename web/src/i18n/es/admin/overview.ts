import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const overview: Messages['admin']['overview'] = {
  none: 'Aún no hay datos',
  oldest: (when) => `La más antigua, ${when}`,
  published: 'Publicadas, últimas 24 horas',
  ofPosts: (count) => `${count} publicaciones`,
  lateness: 'Retraso, 1\u00A0% más lento',
  half: (time) => `La mitad en ${time}`,
  queue: 'Publicaciones en cola',
  webhooks: 'Webhooks, últimas 24 horas',
  waiting: (count) => `${count} pendientes`,
  users: 'Usuarios',
  newUsers: (count) => `${count} nuevos esta semana`,
  database: 'Base de datos',
  byNetwork: 'Por red, últimas 24 horas',
  nothingOut: 'No se publicó nada en las últimas 24 horas.',
  outOf: (published, failed) => `${published} publicadas, ${failed} fallidas`,
  nodes: 'Procesos',
  room: (disk, memory) => `${disk} de disco libre · ${memory} de memoria`,
  silent: (when) => `Última señal ${when}`,
  alive: 'En marcha',
  next: {
    title: 'Próximos pasos',
    networks: {
      name: 'Configurar las redes',
      about: 'Añade las credenciales de tus aplicaciones para publicar en las redes reales.',
    },
    backups: {
      name: 'Configurar las copias de seguridad',
      about: 'Guarda en otro lugar una copia de la base de datos y de los archivos.',
    },
    alerts: { name: 'Elegir tus alertas', about: 'Recibe un correo cuando algo necesite tu atención.' },
    members: { name: 'Invitar a tu equipo', about: 'Planifica, escribe y aprueba publicaciones en equipo.' },
  },
}

export const business: Messages['admin']['business'] = {
  lastDays: (days) => (days === 365 ? 'Último año' : `Últimos ${plural('es', days, { one: 'día', other: 'días' })}`),
  totals: {
    signedUp: 'Registros',
    published: 'Han publicado',
    cancelled: 'Cancelaciones',
    revenue: 'Ingresos hasta hoy',
  },
  funnel: {
    title: 'Embudo de activación',
    lead: 'Usuarios que crearon su cuenta en este periodo.',
    nobody: 'No se creó ninguna cuenta en este periodo.',
    steps: {
      signedUp: 'Crearon su cuenta',
      verified: 'Confirmaron su correo',
      connected: 'Conectaron una cuenta',
      firstPost: 'Crearon una publicación',
      firstPublished: 'Publicaron',
      week2: 'Activos en la semana 2',
    },
  },
  feedback: {
    title: 'Motivos de cancelación',
    lead: 'Motivos indicados al cancelar en este periodo.',
    nobody: 'No hubo cancelaciones en este periodo.',
    comments: 'Comentarios',
    reasons: {
      too_expensive: 'Demasiado caro',
      missing_feature: 'Falta una función',
      unreliable: 'Poco fiable',
      too_difficult: 'Demasiado difícil',
      unused: 'No lo usa',
      other: 'Otro',
    },
  },
  retention: {
    title: 'Retención',
    lead: 'Porcentaje de usuarios que crearon una publicación cada semana, según la semana en que se registraron.',
    nobody: 'No se creó ninguna cuenta en las últimas 12 semanas.',
    corner: 'Semana del',
    cell: (week, share, users) => `Semana ${week}: ${share} de ${users}`,
  },
  plans: {
    title: 'Ingresos por plan',
    lead: 'Según el tiempo en cada plan y su precio mensual, en la moneda de tus precios.',
    plan: 'Plan',
    price: 'Precio',
    users: 'Usuarios',
    months: 'Meses de media',
    revenue: 'Ingresos',
    worth: 'Por usuario',
  },
}
