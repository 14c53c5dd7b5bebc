import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

const posts = (count: number): string => plural('es', count, { one: 'publicación', other: 'publicaciones' })

const willBeHeld = (count: number): string =>
  count === 0
    ? 'No hay publicaciones programadas después.'
    : count === 1
      ? '1 publicación programada quedará en espera.'
      : `${count} publicaciones programadas quedarán en espera.`

export const calendar: Messages['calendar'] = {
  title: 'Calendario',
  view: 'Vista',
  views: { month: 'Mes', week: 'Semana', list: 'Lista' },
  today: 'Hoy',
  previous: { month: 'Mes anterior', week: 'Semana anterior', list: 'Mes anterior' },
  next: { month: 'Mes siguiente', week: 'Semana siguiente', list: 'Mes siguiente' },
  more: (count) => `+${count} más`,
  empty: 'Nada programado',
  emptyLead: 'Programa una publicación para verla aquí.',
  earlierDays: 'Días anteriores',
  newHere: 'Nueva publicación este día',
  dayHolds: (day, count) => (count === 0 ? `${day}, sin publicaciones` : `${day}, ${posts(count)}`),
  notMoved: 'No se pudo mover la publicación.',
  inThePast: 'Esa hora ya pasó. Elige una posterior.',
  moved: (when) => `Movida al ${when}`,
  newTime: 'Nueva hora',
  repeats: 'Se repite',
  now: (time) => `Ahora, ${time}`,
  carrying: (when) => `${when}. Flechas para mover, Intro para soltar, Esc para cancelar.`,
  days: 'Días',
  week: (number) => `Semana ${number}`,
  state: 'Estado',
  anyState: 'Cualquier estado',
  states: { draft: 'Borradores', scheduled: 'Programadas', published: 'Publicadas', failed: 'Requiere atención' },
  quick: {
    time: 'Hora',
    accounts: (count) => plural('es', count, { one: 'cuenta', other: 'cuentas' }),
    open: 'Abrir en el editor',
    schedule: 'Programar',
    scheduled: (when) => `Programada: ${when}`,
    notSaved: 'No se pudo guardar el borrador.',
    drafted: 'Borrador guardado',
  },
  bands: {
    title: 'Conflictos de programación',
    everything: 'Esta marca',
    grant: (when, count) =>
      `${when ? `pierde el acceso el ${when}.` : 'no puede publicar ahora.'} ${willBeHeld(count)}`,
    quota: (when, until, count) =>
      `alcanza su límite de publicaciones ${when ? `desde el ${when} ` : ''}hasta el ${until}. ${
        count === 1 ? '1 publicación programada espera' : `${count} publicaciones programadas esperan`
      } hasta entonces.`,
    plan: (when, count, requiredPlan) =>
      `${
        when
          ? `Tu plan termina el ${when}. Esta marca pasará a ser de solo lectura.`
          : 'Esta marca supera el límite del plan de su propietario.'
      } ${willBeHeld(count)}${requiredPlan ? ` Mejora al plan ${requiredPlan} para seguir publicando.` : ''}`,
    forward: (when, from, to) => `Se adelanta el reloj el ${when}. Se omite de ${from} a ${to}.`,
    back: (when, from, to) => `Se atrasa el reloj el ${when}. De ${from} a ${to} ocurre dos veces.`,
    short: {
      grant: (name, time) => (time ? `${name}: el acceso caduca a las ${time}` : `${name} está en espera`),
      quota: (name, time) => (time ? `${name}: límite alcanzado a las ${time}` : `${name}: límite alcanzado`),
      plan: (_, time) => (time ? `El plan termina a las ${time}` : 'Supera el límite del plan'),
      forward: 'Se adelanta el reloj',
      back: 'Se atrasa el reloj',
    },
    ways: { grant: 'Volver a conectar', quota: 'Revisar esta semana', plan: 'Ver plan', clock: 'Ver horas' },
  },
  menu: 'Más opciones del calendario',
  feed: {
    open: 'Suscribirse en tu app de calendario…',
    title: 'Enlace del calendario',
    lead: 'Ve tus publicaciones programadas en Google Calendar, Apple Calendar u Outlook.',
    create: 'Crear enlace',
    address: 'Enlace del calendario',
    once: 'Cópialo ahora. No volverás a verlo. Cualquiera que lo tenga puede ver tu programación.',
    made: (when) => `Creado ${when}`,
    revoke: 'Revocar',
  },
}

export const queue: Messages['queue'] = {
  title: 'Cola',
  summary: (count, hasMore, when) =>
    `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'programada' : 'programadas'} · la próxima ${when}`,
  jump: 'Ir a una fecha',
  fromNow: 'Desde ahora',
  later: 'Publicaciones posteriores',
  underWay: 'Publicando ahora',
  count: posts,
  empty: 'Tu cola está vacía',
  emptyLead: 'Programa una publicación o publica una ahora.',
  emptyWithDrafts: (count) =>
    count === 1 ? 'Tienes 1 borrador listo para programar.' : `Tienes ${count} borradores listos para programar.`,
  planDrafts: (count) => (count === 1 ? 'Programar 1 borrador' : `Programar ${count} borradores`),
  allScheduled: 'Ver todas las programadas',
  look: 'Ver',
  tryNow: 'Reintentar ahora',
  plan: {
    title: 'Programa tus borradores',
    lead: 'Cada borrador ocupa el próximo espacio libre. No se programa nada hasta que confirmes.',
    perDay: 'Publicaciones por día',
    from: 'Primer día',
    slots: 'Horarios',
    noSlots: 'Déjalo vacío para usar tus mejores horas o repartirlas por el día.',
    newSlot: 'Añadir un horario',
    addSlot: 'Añadir hora',
    notAdded: 'Añade esta hora o bórrala.',
    removeSlot: (time) => `Quitar ${time}`,
    drafts: 'Borradores y horas',
    apply: (count) => `Programar ${posts(count)}`,
    done: (count) => (count === 1 ? '1 publicación programada' : `${count} publicaciones programadas`),
  },
}

export const recurring: Messages['recurring'] = {
  title: 'Publicaciones recurrentes',
  lead: 'Publicaciones que se repiten, como la oferta de cada semana.',
  create: 'Repetir una publicación',
  editTitle: 'Editar repetición',
  empty: 'Aún no hay publicaciones recurrentes',
  emptyLead: 'Elige una publicación y cada cuánto se repite. Posthorn publica una copia nueva cada vez.',
  status: { active: 'Activa', paused: 'En pausa', ended: 'Terminada', cancelled: 'Eliminada' },
  next: (when, distance) => `Próxima: ${when}, ${distance}`,
  runs: (count) => (count === 1 ? 'publicada una vez' : `publicada ${count} veces`),
  neverRan: 'aún sin publicar',
  inZone: (zone) => `Hora de ${zone}`,
  templateGone: 'La publicación original se eliminó.',
  nextRuns: 'Próximas publicaciones',
  noRuns: 'No quedan publicaciones en esta repetición.',
  skip: 'Omitir',
  move: 'Cambiar la hora…',
  moveTitle: 'Cambiar la hora de esta publicación',
  restore: 'Restaurar',
  skipped: 'omitida',
  moved: (from) => `movida desde el ${from}`,
  runActions: (when) => `Editar: ${when}`,
  actions: (name) => `Acciones de “${name}”`,
  edit: 'Editar repetición',
  pause: 'Pausar',
  resume: 'Reanudar',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar esta repetición?',
  removeLead: 'No se volverá a publicar. Lo ya publicado se queda.',
  failed: 'No se pudo guardar la repetición.',
  openPost: 'Abrir publicación',
  form: {
    post: 'Publicación',
    postHint:
      'Cada vez se publica una copia de esta publicación tal como esté entonces. Puedes editarla cuando quieras.',
    noPosts: 'Aún no hay publicaciones. Guarda primero un borrador.',
    name: 'Nombre',
    nameHint: 'Opcional. Por ejemplo, “Saludo del lunes”.',
    zone: 'Zona horaria',
    ownZone: (zone) => `Mi zona horaria${zone && ` (${zone})`}`,
    authorsZone: (zone) => `Zona horaria del autor${zone && ` (${zone})`}`,
    end: 'Termina',
    ends: { never: 'Nunca', date: 'En una fecha', count: 'Tras varias publicaciones' },
    endAt: 'Último día',
    maxRuns: 'Número de publicaciones',
    preview: 'Se publica',
    start: 'Empezar a repetir',
  },
}

export const rehearsal: Messages['rehearsal'] = {
  open: 'Revisar esta semana',
  title: 'Simulación',
  lead: 'Revisa si hay problemas en lo que tienes programado. No se envía nada.',
  span: 'Días que revisar',
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  empty: 'Nada programado en estos días',
  emptyLead: 'Programa una publicación para ver cuándo sale y qué podría impedirlo.',
  counted: (deliveries, count) => `${plural('es', deliveries, { one: 'envío', other: 'envíos' })} de ${posts(count)}`,
  verdicts: { on_time: 'A tiempo', later: 'Con retraso', stopped: 'Bloqueada' },
  goesOut: (when) => `Se publica el ${when}`,
  ends: (when) =>
    `El acceso a esta cuenta caduca el ${when}, así que la publicación quedará en espera. Vuelve a conectarla antes.`,
  more: 'Se muestran las primeras 200 publicaciones.',
  limits:
    'Según los límites de las redes, lo que ya publicaste y el estado actual de tus cuentas. Las caídas de las redes no se pueden prever.',
}

export const rhythm: Messages['rhythm'] = {
  words: {
    minutes: (every) => (every === 1 ? 'Cada minuto' : `Cada ${every} minutos`),
    hours: (every, minute) => `${every === 1 ? 'Cada hora' : `Cada ${every} horas`}, en el minuto ${minute}`,
    daily: (time) => `Todos los días a las ${time}`,
    workdays: (time) => `De lunes a viernes a las ${time}`,
    weekly: (days, time) => `Cada ${days} a las ${time}`,
    monthly: (day, time) => `El día ${day} de cada mes a las ${time}`,
  },
  howOften: 'Frecuencia',
  kinds: {
    minutes: 'Cada varios minutos',
    hours: 'Cada varias horas',
    daily: 'Todos los días',
    workdays: 'De lunes a viernes',
    weekly: 'Ciertos días de la semana',
    monthly: 'Una vez al mes',
    cron: 'Personalizada (cron)',
  },
  every: 'Cada',
  minute: 'En el minuto',
  weekdays: 'Días de la semana',
  monthDay: 'Día del mes',
  shortMonths: 'Se omite en los meses sin ese día.',
  time: 'A las',
  cron: 'Expresión cron',
  cronHint: 'Cinco campos: minuto, hora, día del mes, mes y día de la semana. Por ejemplo, 30 8 * * MON-FRI.',
}

export const slots: Messages['slots'] = {
  create: 'Nuevo plan de horarios',
  empty: 'Aún no hay horarios',
  emptyLead: 'Elige cuándo sueles publicar. Las publicaciones nuevas ocupan el próximo horario libre.',
  usualName: 'Horarios de publicación',
  name: 'Nombre',
  zone: 'Zona horaria',
  brandZone: (zone) => `Zona horaria de la marca (${zone})`,
  zoneNote: (zone) => `Hora de ${zone}.`,
  goldNote: 'Los horarios dorados coinciden con tus mejores horas.',
  accounts: 'Cuentas (todas si no eliges ninguna)',
  allAccounts: 'Para todas las cuentas.',
  forAccounts: (names) => `Para ${names}.`,
  someAccount: 'Una cuenta',
  newTime: 'Nueva hora',
  days: 'Días',
  addTime: 'Añadir hora',
  addOn: (day) => `Añadir una hora el ${day}`,
  notAdded: 'Añade esta hora o bórrala.',
  removeTime: (day, time) => `Quitar ${day} ${time}`,
  suggest: (count) => (count === 1 ? 'Añadir 1 mejor hora' : `Añadir ${count} mejores horas`),
  daysOff: 'Días libres',
  firstDay: 'Primer día',
  lastDay: 'Último día',
  reason: 'Nombre (opcional)',
  addDays: 'Añadir días libres',
  remove: (what) => `Quitar ${what}`,
  pausedUntil: 'En pausa hasta',
  pauseHint: 'Antes de ese día no se publica en estos horarios. Bórralo para reanudar.',
  whenBlocked: 'Si una publicación no puede salir',
  blocked: { keep: 'Retenerla', next: 'Moverla al siguiente horario libre', skip: 'Moverla al final' },
  blockedHint:
    'Se aplica si falta una aprobación o se alcanza un límite. Una publicación se mueve 3 veces como máximo.',
  leaving: (count) =>
    count === 1
      ? '1 publicación para otras cuentas conserva su hora y sale de este plan.'
      : `${count} publicaciones para otras cuentas conservan sus horas y salen de este plan.`,
  preview: 'Vista previa',
  moves: (count) =>
    count === 0
      ? 'No se mueve ninguna publicación programada.'
      : `Al guardar se ${count === 1 ? 'mueve' : 'mueven'} ${posts(count)}:`,
  fromTo: (from, to) => `${from} → ${to}`,
  andMore: (count) => `Y ${count} más.`,
  saved: 'Horarios guardados',
  savedAndMoved: (count) =>
    count === 1 ? 'Guardado. 1 publicación movida' : `Guardado. ${count} publicaciones movidas`,
  discard: 'Descartar cambios',
  delete: 'Eliminar plan',
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteLead: 'Sus publicaciones conservan sus horas.',
  holds: {
    grant: (name) => `${name}: el acceso caduca antes.`,
    account: (name) => `${name}: hay que volver a conectar la cuenta.`,
    quota: (name) => `${name}: límite de publicaciones alcanzado.`,
    gap: (name) => `${name}: demasiado cerca de otra publicación.`,
    paused: (name) => `${name}: en pausa por la administración del servidor.`,
    media: (name) => `${name}: un archivo no está listo.`,
    window: (name) => `${name}: la publicación caduca antes.`,
    approval: 'Necesita aprobación.',
    plan: 'Esta marca supera el límite de su plan.',
    refused: 'La publicación tiene un error. Ábrela para corregirlo.',
  },
  weekly: 'Horarios de la semana',
  choose: 'Plan de horarios',
  edit: 'Editar horarios',
  setUp: 'Definir horarios',
  paused: (when) => `En pausa hasta ${when}.`,
  pause: 'Pausar',
  pauseTitle: (name) => `Pausar ${name}`,
  pauseNote: 'Antes de ese día no se publica en estos horarios.',
  resume: 'Reanudar',
  shuffle: 'Mezclar',
  shuffled: (count) => (count === 1 ? '1 publicación movida' : `${count} publicaciones movidas`),
  notMoved: 'No se pudieron mover las publicaciones.',
  free: 'Horario libre',
  freeCount: (count) => plural('es', count, { one: 'horario libre', other: 'horarios libres' }),
  fill: 'Ocupar',
  fillAt: (when) => `Ocupar ${when}`,
  fillLead: 'Elige un borrador o escribe una publicación nueva para este horario.',
  drafts: 'Borradores',
  confirm: 'Programar de todos modos',
  filled: (when) => `Programada para ${when}`,
  place: (post) => `Mover “${post}”`,
  top: 'Mover al principio',
  earlier: 'Subir',
  later: 'Bajar',
  end: 'Mover al final',
  nextWeeks: 'Próximas dos semanas',
  filledOf: (filled, all) =>
    `${filled} de ${plural('es', all, { one: 'horario ocupado', other: 'horarios ocupados' })}. Revisa el plan antes de que haya problemas.`,
}
