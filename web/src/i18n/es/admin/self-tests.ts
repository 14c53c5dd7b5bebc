import type { Messages } from '../../en/index.ts'

export const selfTests: Messages['admin']['selfTests'] = {
  names: {
    database: 'Base de datos',
    storage: 'Almacenamiento',
    queue: 'Cola',
    mail: 'Correo',
    clock: 'Reloj',
    'embedded-server': 'Servidor de base de datos',
    'webhook-loopback': 'Webhooks',
    'stock:unsplash': 'Unsplash',
    'stock:pexels': 'Pexels',
    'stock:giphy': 'GIPHY',
  },
  about: (test, said) => abouts[test] ?? said,
  found: ({ code, detail }) => {
    const words = code === null ? undefined : findings[code]
    return words === undefined ? detail : typeof words === 'string' ? words : words(detail)
  },
  networksLead: 'Cada red responde a una cuenta de esta instalación o conoce su app.',
  runAll: 'Ejecutar todas las pruebas',
  run: 'Ejecutar',
  runOne: (test) => `Ejecutar la prueba de ${test}`,
  running: 'En curso',
  progress: (done, all) => `${done} de ${all} pruebas terminadas`,
  results: { ok: 'Correcta', failed: 'Fallida' },
  neverRan: 'Nunca ejecutada',
  runs: 'Ejecuciones recientes',
  noRuns: 'Aún no se ha ejecutado ninguna prueba. Ejecutarlas todas tarda unos segundos y no cambia nada.',
  runOf: (when) => `Ejecución del ${when}`,
  outcome: (passed, all) => (passed === all ? `Las ${all} correctas` : `${passed} de ${all} correctas`),
  states: { running: 'En curso', passed: 'Correcta', failed: 'Fallida', died: 'Interrumpida' },
  startedBy: 'Iniciada por',
  commandLine: 'la línea de comandos',
  died: 'El proceso se detuvo antes de terminar las pruebas. Ejecútalas de nuevo.',
}

const abouts: Readonly<Record<string, string>> = {
  database: 'La base de datos guarda una fila y la devuelve.',
  storage: 'El almacenamiento guarda un archivo y devuelve los mismos bytes.',
  queue: 'Nada espera más de cinco minutos en la cola.',
  mail: 'El servidor de correo nos acepta o se puede escribir en la bandeja de salida.',
  clock: 'Este proceso y la base de datos coinciden en la hora, al segundo.',
  'embedded-server': 'El servidor de base de datos es bastante reciente. También se indica quién lo ejecuta.',
  'webhook-loopback': 'Un webhook firmado llega intacto a un receptor de este proceso.',
  'stock:unsplash': 'Unsplash acepta la clave para fotos de archivo.',
  'stock:pexels': 'Pexels acepta la clave para fotos de archivo.',
  'stock:giphy': 'GIPHY acepta la clave para GIF.',
}

const quote = (said: string): string => `El mensaje: “${said}”`

/** Returns the code of an error that a finding has in brackets, with a space before it. */
const quoteReason = (detail: string): string => {
  const code = /\(([A-Z][A-Z_]+)\)/.exec(detail)?.[1]
  return code === undefined ? '' : ` (${code})`
}

/** Findings by their code, with what helps where a test failed. The text of the service holds the names and numbers. */
const findings: Readonly<Record<string, string | ((detail: string) => string)>> = {
  database_works: 'La base de datos responde y acepta cambios.',
  database_reads_only: 'La base de datos no acepta cambios. Conéctate a su servidor principal.',
  database_returns_else: 'La base de datos devolvió algo distinto de lo que recibió.',
  storage_works: 'El almacenamiento conserva lo que recibe.',
  storage_returns_else: 'El almacenamiento devolvió otros bytes. Revisa el disco o el bucket.',
  queue_moves: 'Nada espera más de cinco minutos en la cola.',
  queue_stands: 'Algo espera más de cinco minutos en la cola. Inicia un worker.',
  mail_works: 'Se pueden enviar correos.',
  mail_refused: (detail) =>
    `No se pueden enviar correos. Revisa SMTP_URL o los permisos de DATA_DIR/outbox.${quoteReason(detail)}`,
  clocks_agree: 'Los relojes coinciden al segundo.',
  clocks_differ: 'Los relojes de este proceso y de la base de datos no coinciden. Ajusta ambos con NTP.',
  server_new_enough: 'El servidor de base de datos es bastante reciente.',
  server_too_old: 'El servidor de base de datos es demasiado antiguo. Usa una versión más reciente de PostgreSQL.',
  webhook_whole: 'El webhook llegó intacto y su firma es correcta.',
  webhook_changed: 'El webhook llegó modificado. Algo entre los procesos reescribe el tráfico.',
  network_not_offered: 'Esta red no está disponible en esta instalación.',
  network_not_set_up: 'Esta red no está configurada aquí: falta su app.',
  network_without_address: 'Esta red no tiene una dirección propia. Cada cuenta trae la suya.',
  network_reached: 'La red está accesible. Sin una cuenta conectada no se puede comprobar más.',
  network_unreached: (detail) => `La red no está accesible. ${quote(detail)}`,
  network_knows_account: 'La red responde a una cuenta conectada.',
  network_without_answer: (detail) => `La red no responde a una cuenta conectada. ${quote(detail)}`,
  account_lost: (detail) => `Hay que volver a conectar una cuenta. ${quote(detail)}`,
  stock_not_set_up: 'No está configurado, así que no se le envía nada.',
  stock_works: 'El proveedor acepta la clave.',
  stock_refused: (detail) => `No se puede usar el proveedor. ${quote(detail)}`,
  app_not_needed: 'Esta red no necesita una app.',
  app_missing: 'Esta red no tiene una app configurada. Necesita un ID y un secreto de cliente.',
  app_of_another_mode: 'La red usa aquí otro modo, así que su app no se puede comprobar. Cambia el modo.',
  app_of_anybody: 'La red aceptó un código inventado. En su dirección responde otra cosa.',
  app_unknown: 'La red no reconoce la app. Revisa su ID y su secreto de cliente.',
  app_known: 'La red conoce la app.',
  app_not_checked: (detail) => `No se pudo comprobar la app. ${quote(detail)}`,
  test_too_slow: 'La prueba no terminó a tiempo.',
  test_broke: 'La prueba falló de forma inesperada. La causa está en el registro del servidor.',
}
