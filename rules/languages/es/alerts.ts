import { firstOf, networkOf } from '../alert-subjects.ts'

/** The names of the kinds of alert. */
export const alertTitles = {
  queue_old: 'Hay publicaciones que no se envían',
  posts_overdue: 'Hay publicaciones atrasadas',
  publish_failures: 'Fallan muchas publicaciones',
  network_resting: 'Una red no está disponible',
  deliveries_old: 'Los webhooks se retrasan',
  webhook_failures: 'Fallan muchos webhooks',
  node_silent: 'Un proceso no responde',
  database_unreachable: 'No se puede contactar con la base de datos',
  disk_full: 'Un disco está casi lleno',
  clock_skew: 'Un reloj va desajustado',
  clock_went_back: 'El reloj retrocedió',
  cron_missed: 'Una tarea programada no se ejecutó',
  backup_too_old: 'La última copia de seguridad es demasiado antigua',
  mail_failing: 'Los correos no se entregan',
  certificate_ending: 'El certificado TLS caduca pronto',
  key_ending: 'Una clave de API de administración caduca pronto',
  post_stuck: 'Una publicación está atascada',
  post_not_dispatched: 'No se pudo preparar una publicación',
  recurring_run_failed: 'Se omitió una publicación recurrente',
  recycling_failed: 'Falló un reciclaje',
  metrics_unreadable: 'No se pueden leer las métricas',
  mail_template_set_aside: 'No se usa un correo personalizado',
  by_hand: 'Creada manualmente',
} as const

/** The sentences of alerts by their kind. The subject names a network, a host or the like. */
export const alertSentences = {
  queue_old: (subject) =>
    `Hay publicaciones para ${networkOf(subject)} que esperan desde hace más de cinco minutos y ningún proceso las toma. Comprueba si hay un worker en marcha.`,
  posts_overdue: () =>
    'Hay publicaciones atrasadas más de cinco minutos y ningún worker empieza con ellas. Comprueba si hay un worker en marcha.',
  deliveries_old: () =>
    'Hay webhooks que esperan desde hace más de cinco minutos y ningún proceso los envía. Comprueba si hay un worker en marcha.',
  publish_failures: (subject) =>
    `En la última hora falló más de una de cada cinco publicaciones para ${networkOf(subject)}. Mira los errores en “Redes”.`,
  network_resting: (subject) =>
    `Posthorn deja de contactar con ${networkOf(subject)} por un tiempo, porque allí falla todo. En la cola se ve por qué y hasta cuándo.`,
  webhook_failures: () => 'En la última hora falló definitivamente más de la mitad de los webhooks.',
  disk_full: (subject) =>
    `En ${firstOf(subject)} queda libre menos de una décima parte del disco. Libera espacio o amplíalo.`,
  node_silent: (subject) =>
    `Un proceso de ${firstOf(subject)} ya no da señales. Se detuvo o no puede contactar con la base de datos.`,
  database_unreachable: (subject) =>
    `Un proceso de ${firstOf(subject)} no pudo contactar con la base de datos, o esta no aceptaba cambios.`,
  clock_skew: (subject) =>
    `El reloj de ${firstOf(subject)} no coincide con el de la base de datos. Activa la sincronización horaria.`,
  clock_went_back: () =>
    'El reloj de la base de datos retrocedió. Se sigue publicando, pero lo programado sigue la hora nueva. Revisa el reloj y la sincronización horaria.',
  cron_missed: (subject) =>
    `A la tarea ${subject} le tocaba y ningún proceso la inició. Comprueba si hay un worker en marcha.`,
  backup_too_old: () =>
    'La última copia de seguridad es demasiado antigua. El motivo está en las ejecuciones recientes de la tarea backup.',
  mail_failing: () =>
    'El servidor de correo no acepta correos. `posthorn doctor` comprueba SMTP_URL. Lo pendiente se envía después.',
  certificate_ending: (subject) =>
    `El certificado de ${subject} caduca pronto o ya caducó. Renuévalo y averigua por qué no se renovó solo.`,
  key_ending: (subject) =>
    `La clave de API de administración ${subject} caduca pronto o ya caducó. Reemplázala donde se use y revócala.`,
  post_stuck: (subject) =>
    `Alguien informa de que la publicación ${subject} está atascada. Lo que se sabe está en “Tickets”.`,
  post_not_dispatched: (subject) =>
    `La publicación programada ${subject} no se pudo preparar y por eso falló. La causa está en el registro del servidor.`,
  recurring_run_failed: (subject) =>
    `La publicación recurrente ${subject} no pudo crear su copia y omite esta vez. La causa está en el registro del servidor.`,
  recycling_failed: (subject) =>
    `La publicación ${subject} no se pudo crear de nuevo y omite esta vez. La causa está en el registro del servidor.`,
  metrics_unreadable: (subject) =>
    `No se pueden leer las métricas de ${subject} y solo el administrador del servidor puede arreglarlo. La causa está en el registro del servidor.`,
  mail_template_set_aside: (subject) =>
    `El correo personalizado ${subject} no cumple las reglas de esta versión, así que se envía el original. Guárdalo de nuevo o restáuralo.`,
} as const satisfies Readonly<Record<Exclude<keyof typeof alertTitles, 'by_hand'>, (subject: string) => string>>
