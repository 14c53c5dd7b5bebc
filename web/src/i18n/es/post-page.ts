import type { Messages } from '../en/index.ts'

export const walks: Messages['walks'] = {
  steps: 'Pasos',
  earlier: (count) => (count === 1 ? '1 anterior' : `${count} anteriores`),
  done: {
    look: 'Cuenta correcta',
    prepare: 'Preparada',
    send: 'Archivos subidos',
    wait: 'Procesada',
    publish: 'Publicada',
    name: 'Enlace listo',
    again: 'Reiniciada',
    comment: 'Comentario publicado',
  },
  partDone: (part) => `Parte ${part} publicada`,
  now: {
    look: 'Comprobando la cuenta',
    prepare: 'Preparando',
    send: 'Subiendo archivos',
    wait: 'Procesando',
    publish: 'Publicando',
    name: 'Obteniendo el enlace',
    again: 'Reiniciando',
    comment: 'Publicando el comentario',
  },
  doubt: {
    found: 'Respuesta perdida · publicación encontrada',
    not_found: 'Comprobado · publicación no encontrada',
    looked_for: 'Respuesta perdida · comprobando',
  },
  sent: (network) => `Enviado a ${network}`,
  changed: 'distinto de tu texto',
  asSent: 'Tal como se envió',
  files: { image: 'Imagen', video: 'Video', document: 'Documento', audio: 'Audio' },
  noAlt: 'sin texto alternativo',
  gone: 'eliminado',
  title: 'Título',
  link: 'Enlace',
  firstComment: 'Primer comentario',
}

export const approvals: Messages['approvals'] = {
  title: 'Aprobación',
  lead: (given, required) => `${given} de ${required} ${required === 1 ? 'aprobación' : 'aprobaciones'}`,
  status: {
    not_required: 'No hace falta',
    needed: 'Necesaria antes de publicar',
    requested: 'Solicitada',
    approved: 'Aprobada',
    rejected: 'Rechazada',
  },
  request: 'Pedir aprobación',
  approve: 'Aprobar',
  reject: 'Rechazar',
  rejectTitle: '¿Rechazar esta publicación?',
  rejectLead: 'La publicación vuelve a borradores y el autor verá el motivo.',
  reason: 'Motivo',
  asked: (when) => `Solicitada ${when}`,
  decided: {
    approved: (when) => `Aprobada ${when}`,
    rejected: (when) => `Rechazada ${when}`,
  },
  guest: (name) => `${name} (cliente)`,
  notCounted: '(no cuenta)',
  publishedApproved: 'Se publicó lo que se había aprobado.',
  publishedOther: 'Se publicó algo distinto de lo aprobado.',
  outdated: '(editada después)',
}

export const sharing: Messages['sharing'] = {
  title: 'Enlaces para compartir',
  lead: 'Muestra cómo quedará esta publicación en cada red a personas sin cuenta.',
  create: 'Nuevo enlace',
  inviteClient: 'Invitar a un cliente',
  createLead: 'Cualquiera con el enlace puede ver esta publicación hasta que caduque o lo revoques.',
  link: 'Enlace',
  views: (count) => (count === 1 ? '1 visita' : `${count} visitas`),
  withComments: 'con comentarios',
  withoutComments: 'sin comentarios',
  until: (when) => `caduca el ${when}`,
  forGood: 'no caduca',
  revoke: 'Revocar',
  works: 'Caduca',
  lives: { week: 'En 1 semana', month: 'En 1 mes', never: 'Nunca' },
  allowComments: 'Permitir comentarios',
  make: 'Crear enlace',
  comments: 'Comentarios de clientes',
  fine: 'Me parece bien',
  removeComment: (name) => `Quitar el comentario de ${name}`,
  reply: 'Responder a tus clientes',
  replyHint: 'Lo lee cualquiera que tenga un enlace para compartir con comentarios. No reciben ningún aviso.',
  sendReply: 'Enviar',
  fromTeam: 'De tu equipo',
}

export const fanOut: Messages['fanOut'] = {
  open: 'Copiar a otras marcas…',
  title: 'Copiar a otras marcas',
  lead: 'Cada marca recibe su propio borrador para sus cuentas. Si uno falla, no se crea ninguno.',
  noOthers: 'No tienes otras marcas. Crea una para usar esta opción.',
  ownText: (profile) => `Texto propio para ${profile}`,
  make: (count) => (count === 0 ? 'Crear borradores' : count === 1 ? 'Crear 1 borrador' : `Crear ${count} borradores`),
}

export const recycling: Messages['recycling'] = {
  title: 'Reciclar',
  lead: 'Repite la publicación cada cierto número de días hasta que lo detengas.',
  isOn: (days) => (days === 1 ? 'Se vuelve a publicar cada día.' : `Se vuelve a publicar cada ${days} días.`),
  days: 'Repetir cada (días)',
  variations: 'Textos alternativos (por turnos)',
  variationsHint: 'Separa los textos con una línea en blanco.',
  repeatsRefused: 'X rechaza los textos repetidos. Añade otro texto.',
  open: 'Configurar',
  start: 'Empezar',
  change: 'Guardar',
  confirm: 'Empezar de todos modos',
  stop: 'Detener',
}

export const stuck: Messages['stuck'] = {
  title: 'Tarda más de lo normal',
  lead: (when) => `Publicando desde el ${when}. Mira qué está esperando.`,
  open: 'Ver informe',
  report: 'Informe de una publicación con retraso',
  known: 'Lo que sabemos',
  next: 'Qué pasa ahora',
  since: (status, when) => `${status} desde el ${when}`,
  steps: (count) =>
    count === 0
      ? 'Aún no se ha completado ningún paso.'
      : count === 1
        ? '1 paso completado.'
        : `${count} pasos completados.`,
  last: (when) => `El último paso terminó el ${when}.`,
  attempts: (count) => (count === 1 ? '1 intento hasta ahora.' : `${count} intentos hasta ahora.`),
  looksFor: (network) =>
    `No recibimos la respuesta de ${network}. Posthorn comprueba si la publicación está allí antes de enviarla de nuevo.`,
  triesAt: (when) => `Próximo intento: ${when}.`,
  waits: 'La publicación continúa cuando se resuelva.',
  works: 'Se está enviando. Si no hay respuesta, Posthorn busca la publicación antes de reintentar.',
  queued: 'Espera a un proceso libre. Debería empezar en segundos.',
  copy: 'Copiar informe',
  send: 'Enviar al administrador',
  sendLead: 'Abre un ticket con el estado de cada cuenta.',
  sent: 'Informe enviado.',
  post: 'Publicación',
}

export const readBack: Messages['readBack'] = {
  title: (network) => `Ahora en ${network}`,
  same: 'Coincide con lo que enviaste',
  differs: 'Distinto de lo que enviaste',
  missing: 'Falta',
  added: 'Añadido en la red',
  cut: '… La red no devolvió el resto.',
  noFiles: 'La red no muestra los archivos.',
  fileMissing: 'falta',
  fileAdded: 'añadido',
  fileOther: 'otro tipo de archivo',
  altOther: 'otro texto alternativo',
  state: { gone: 'Ya no está en la red.', closed: 'La red no deja que las apps la lean.' },
  unread: {
    not_published: () => 'Aún no se ha publicado.',
    no_id: (network) => `${network} no devolvió el ID de la publicación, así que no podemos leerla.`,
    network_closed: (network) => `${network} no deja que las apps lean esta publicación. Ábrela allí para comparar.`,
    reads_cost: (network) => `${network} cobra por leer, y el límite de este mes está agotado.`,
    account_lost: () => 'Vuelve a conectar la cuenta para ver la publicación.',
    network_away: (network) => `${network} no respondió. Vuelve a intentarlo en un minuto.`,
  },
  readAt: (time) => `Comprobado a las ${time}`,
}
