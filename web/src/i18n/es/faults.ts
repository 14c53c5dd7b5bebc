import type { BoundWords, FaultParams, FaultWords } from '../verdicts-by-code.ts'

/** Fields of forms, by the last step of their path. */
const fields: Readonly<Record<string, string>> = {
  altText: 'Texto alternativo',
  answer: 'Respuesta',
  content: 'Texto',
  cron: 'Frecuencia',
  email: 'Correo',
  endAt: 'Fin',
  events: 'Eventos',
  firstComment: 'Primer comentario',
  media: 'Archivos',
  message: 'Mensaje',
  name: 'Nombre',
  newEmail: 'Correo nuevo',
  note: 'Nota',
  password: 'Contraseña',
  platforms: 'Cuentas',
  reason: 'Motivo',
  schedule: 'Programación',
  scheduledAt: 'Hora',
  subject: 'Asunto',
  timezone: 'Zona horaria',
  title: 'Título',
  url: 'URL',
}

/** The sentences of the service's own schemas, by rule. */
export const rules: Readonly<Record<string, string>> = {
  blank: 'Completa este campo.',
  characters: 'Contiene un carácter que no se puede guardar.',
  colour: 'Escribe un color como #1A2B3C.',
  email: 'Escribe un correo como ada@example.com.',
  future: 'Elige una hora futura.',
  https: 'Escribe una URL que empiece por https://.',
  language: 'Escribe un código de idioma, como es o pt-BR.',
  line: 'Usa una sola línea, sin caracteres de control.',
  mastodon_server: 'Escribe la URL de un servidor, como https://mastodon.social.',
  mastodon_token: 'Escribe el token tal como lo muestra Mastodon, sin espacios.',
  pds_server: 'Escribe la URL de un servidor, como https://pds.example.com.',
  time: 'Escribe una hora con fecha.',
  time_of_day: 'Escribe una hora como 09:30.',
  timezone: 'Escribe una zona horaria como America/Bogota.',
  url: 'Escribe una URL completa, como https://example.com.',
  year: 'Escribe un año entre 1 y 9999.',
}

const sayCount = (count: number, { unit }: FaultParams): string => {
  const number = count.toLocaleString('es')
  if (unit === 'characters') return `${number} ${count === 1 ? 'carácter' : 'caracteres'}`
  if (unit === 'items') return `${number} ${count === 1 ? 'elemento' : 'elementos'}`
  return number
}

/** Fields of a cron expression. */
const cronFields: Readonly<Record<string, string>> = {
  minute: 'los minutos',
  hour: 'las horas',
  'day of month': 'el día del mes',
  month: 'el mes',
  'day of week': 'el día de la semana',
}

const sayCron = ({ field }: FaultParams): string => {
  const place = field === undefined ? undefined : cronFields[field]
  return place === undefined
    ? 'Una expresión cron tiene cinco campos: minuto, hora, día del mes, mes y día de la semana.'
    : `La expresión cron tiene un error en ${place}.`
}

/** Sentences that name a value of the response. */
const bounds: BoundWords = {
  too_small: (params) => {
    if (params.minimum === undefined) return undefined
    if (params.minimum === 1 && params.unit === 'characters') return 'Completa este campo.'
    if (params.minimum === 1 && params.unit === 'items') return 'Elige al menos uno.'
    return `Como mínimo, ${sayCount(params.minimum, params)}.`
  },
  too_big: (params) => (params.maximum === undefined ? undefined : `Como máximo, ${sayCount(params.maximum, params)}.`),
  invalid_value: ({ values }) => (values === undefined ? undefined : `Solo se permite: ${values.join(', ')}.`),
  length: ({ maximum }) =>
    maximum === undefined ? undefined : `Usa de 1 a ${sayCount(maximum, { unit: 'characters' })}.`,
  cron_invalid: sayCron,
  unknown_variable: ({ variable }) => variable && `Este correo no tiene {{${variable}}}.`,
  missing_variable: ({ variable }) => variable && `Falta {{${variable}}}. Sin eso, el correo no sirve.`,
  secret_in_subject: ({ variable }) =>
    variable && `{{${variable}}} no puede ir en el asunto, que aparece en listas y notificaciones.`,
}

/** Faults of a single field, by code. */
export const faults: Readonly<Record<string, string>> = {
  account_needs_reconnect: 'Perdimos el acceso a esta cuenta. Lo programado espera hasta que la vuelvas a conectar.',
  account_not_in_plan: 'La publicación también es para una cuenta que no está en el plan. Quítala o usa otro plan.',
  account_not_connected: 'No hay ninguna cuenta conectada en esta red. Conecta una primero.',
  belongs_to_another: 'Esta cuenta pertenece a otra publicación.',
  cell_without_heading: 'Esta celda está en una columna sin encabezado.',
  characters: 'Contiene un carácter que no se puede guardar.',
  children_missing: 'Elige al menos una marca.',
  cron_invalid: 'La expresión cron no es válida.',
  duplicate: 'Cada variante necesita su propio nombre.',
  duplicate_child: 'Esta marca ya está incluida.',
  duplicate_column: 'Esta columna está dos veces.',
  duplicate_post: 'Esta publicación ya está incluida.',
  duplicate_target: 'Esta cuenta ya está incluida.',
  ends_too_early: 'El final debe ser futuro y posterior al inicio.',
  foreign_address: 'Este correo lleva un código secreto, así que no puede nombrar otra dirección. Usa {{url}}.',
  header_not_supported: 'Esta solicitud no admite ese encabezado. No tendría efecto.',
  in_the_past: 'Elige una hora futura.',
  invalid_format: 'El formato no es correcto.',
  invalid_type: 'El formato no es correcto.',
  invalid_value: 'Este valor no se permite aquí.',
  label_cannot_take: 'Elige otra etiqueta de la misma marca.',
  latest_before_scheduled: 'El plazo debe ser posterior a la hora programada.',
  length: 'Este texto está vacío o es demasiado largo.',
  lines: 'El asunto debe ir en una sola línea.',
  media_forbidden: 'Este archivo es de otra persona. Usa uno tuyo.',
  media_not_fetched: 'Este archivo aún no se pudo comprobar. Se comprueba al guardar.',
  media_not_found: 'Este archivo ya no existe. Súbelo de nuevo.',
  missing_variable: 'Falta algo que el correo necesita.',
  never_runs: 'No hay ninguna fecha antes del final. Elige un final posterior u otra frecuencia.',
  no_free_slots:
    'No todas las publicaciones encuentran un espacio libre en dos años. Permite más publicaciones por día.',
  not_applicable: 'Aquí no tiene efecto. Quítalo.',
  not_direct: 'Esta red se conecta en su propia página.',
  not_for_network: 'No corresponde a esta red.',
  not_in_future: 'Elige una hora futura o haz que la clave no caduque.',
  not_requested: 'La app no pidió este permiso.',
  not_staff: 'Elige a alguien de soporte o de administración.',
  other_profile: 'Esta publicación es de otra marca.',
  other_ticket_open: 'Ya hay otro ticket abierto sobre lo mismo. Este sigue cerrado.',
  post_not_planned: 'El plan no ha colocado esta publicación, o su hora ya pasó.',
  password_is_email: 'No uses tu correo como contraseña.',
  password_too_common: 'Esta contraseña es fácil de adivinar. Usa varias palabras seguidas.',
  platform_off: 'Esta red no está disponible en esta instalación. Quítala.',
  platforms_missing: 'Elige al menos una cuenta.',
  redirect_not_allowed: 'Esta URL de retorno no está permitida.',
  repeats_refused: 'La red rechaza los textos repetidos. Añade otros textos.',
  required: 'Completa este campo.',
  same_email: 'Ya es tu correo.',
  scheduled_in_the_past: 'Esa hora ya pasó. Elige una posterior o publica ahora.',
  scheduled_too_far_ahead: 'Elige una hora dentro de los próximos dos años.',
  secret_in_subject: 'No puede ir en el asunto, que aparece en listas y notificaciones.',
  tag_not_allowed: 'Este correo lleva un código secreto, así que solo admite etiquetas sencillas sin atributos.',
  target_ambiguous: 'Hay varias cuentas de esta red. Elige una.',
  target_unknown: 'Esta cuenta no está en la publicación.',
  token_paragraph_changed:
    'Los párrafos con el código secreto deben quedar como están. Puedes cambiar las palabras de alrededor.',
  too_big: 'Es demasiado grande.',
  too_close: 'Entre dos repeticiones debe haber al menos 15 minutos.',
  too_far_ahead: 'Elige una hora dentro del próximo año.',
  too_small: 'Es demasiado pequeño.',
  translation_unavailable: 'Ahora no se puede traducir. Se mantiene el texto original.',
  unknown_column: 'Esta columna no existe.',
  unknown_field: 'Este campo no existe.',
  unknown_plan: 'Este plan no existe.',
  unknown_test: 'Esta prueba no existe.',
  unknown_variable: 'Esta variable no existe en el correo.',
  unknown_variant: 'Esta variante no existe.',
  variable_empty: 'Una variable del texto no tiene valor aquí.',
  weights: 'Las proporciones de las variantes deben sumar 100.',
}

export const faultWords: FaultWords = { fields, rules, bounds, faults }
