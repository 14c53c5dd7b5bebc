import type { Messages } from '../../en/index.ts'

export const users: Messages['admin']['users'] = {
  search: 'Nombre, correo o ID',
  find: 'Buscar',
  nobody: 'No se encontró ningún usuario. Prueba con parte del nombre o del correo.',
  noEmail: 'Sin correo',
  disabled: 'Desactivada',
  roles: { user: 'Usuario', support: 'Soporte', admin: 'Administrador', superadmin: 'Superadministrador' },
  since: (when) => `Se unió ${when}`,
  page: (page, pages) => `${page} de ${pages}`,
  earlier: 'Más recientes',
  later: 'Más antiguos',
  email: 'Correo',
  role: 'Rol',
  plan: 'Plan',
  lastSignIn: 'Último inicio de sesión',
  never: 'Nunca',
  brands: 'Marcas',
  noBrands: 'Ninguna',
  errors: 'Errores recientes',
  noErrors: 'Ninguno',
  reason: 'Motivo',
  reasonHint:
    'Las sesiones y las claves de API se cortan de inmediato y lo programado queda en espera. No se elimina nada.',
  disable: 'Desactivar cuenta',
  enable: 'Activar cuenta',
  stopped: (when) => `Desactivada ${when}:`,
  signOut: 'Cerrar todas las sesiones',
  signedOut: 'Sesiones cerradas',
}

export const tickets: Messages['admin']['tickets'] = {
  states: { open: 'Abiertos', waiting: 'En espera', closed: 'Cerrados' },
  kinds: { post_stuck: 'Publicación atascada' },
  empty: {
    open: 'No hay tickets abiertos',
    waiting: 'No hay tickets en espera',
    closed: 'Aún no hay tickets cerrados',
  },
  emptyLead: 'Aquí aparecen los informes sobre publicaciones atascadas.',
  how: {
    report: {
      name: 'Alguien informa de una publicación',
      about: 'Si una publicación tarda más de lo normal, su autor puede enviarte un informe.',
    },
    reply: { name: 'Respondes', about: 'Tu respuesta le llega por correo. Las notas internas se quedan aquí.' },
    close: { name: 'Cierras el ticket', about: 'O lo dejas en espera hasta que algo cambie.' },
  },
  more: 'Cargar más',
  answered: 'Respondido',
  taken: 'Asignado',
  free: 'Sin asignar',
  freeLead: 'Aún sin asignar.',
  keptBy: 'Asignado a',
  take: 'Asignármelo',
  giveBack: 'Dejar de encargarme',
  from: 'De',
  about: 'Sobre',
  since: 'Desde',
  answeredAt: (when) => `Respondido ${when}`,
  state: 'Estado',
  note: 'Nota interna',
  noteHint: 'El usuario no la ve.',
  answer: 'Respuesta',
  answerHint: 'Se envía por correo al usuario. Déjala vacía para no enviar nada.',
  saveAndMail: 'Guardar y enviar respuesta',
}

export const flags: Messages['admin']['flags'] = {
  known: {
    'member-invites': {
      name: 'Invitaciones a marcas',
      about:
        'Los administradores de una marca pueden invitar a miembros. Las invitaciones ya enviadas siguen valiendo.',
    },
  },
  onFor: 'Activada para',
  reach: {
    all: { name: 'Todos' },
    some: { name: 'Algunos usuarios' },
    nobody: { name: 'Nadie' },
  },
  percentage: 'Alcance (%)',
  percentageHint:
    'Al aumentarlo, quienes ya la tienen la conservan. Déjalo vacío para incluir solo a los usuarios de abajo.',
  plans: 'Planes',
  plansHint: 'Separados por comas. Déjalo vacío para todos los planes.',
  users: 'Usuarios',
  usersHint: 'Un ID de usuario por línea. Los encuentras en la página Usuarios.',
  changed: (when) => `Cambiada ${when} por`,
  byApi: 'Las reglas de esta función se definieron con la API y no se pueden editar aquí:',
}
