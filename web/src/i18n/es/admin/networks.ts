import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const networks: Messages['admin']['networks'] = {
  modes: { sandbox: 'Sandbox', trial: 'Prueba', live: 'Real' },
  rests: 'En espera tras varios errores seguidos.',
  paused: 'En pausa',
  accounts: (active, reconnect) =>
    plural('es', active, { one: 'cuenta', other: 'cuentas' }) +
    (reconnect > 0 ? `, ${reconnect} por volver a conectar` : ''),
  lastOut: (when) => `última publicación ${when}`,
  lastError: (when) => `Último error ${when}:`,
  whyMissing: (setting, said) =>
    setting === 'PUBLIC_URL'
      ? 'La red devuelve a las personas a una URL https de esta instalación.'
      : /_CLIENT_(ID|SECRET)$/.test(setting)
        ? 'La red conecta las cuentas mediante una app que registras allí.'
        : said,
  missing: (count) =>
    count === 1 ? 'Falta 1 ajuste para activar el modo real' : `Faltan ${count} ajustes para activar el modo real`,
}

/** Purposes of secrets, by name. */
const purposes: Readonly<Record<string, string>> = {
  AI_API_KEY: 'Clave de AI_BASE_URL, si la necesita.',
  GIPHY_API_KEY:
    'Clave de API de tu app de GIPHY, de https://developers.giphy.com/dashboard/. Permite buscar GIF. GIPHY exige que las solicitudes salgan del dispositivo de cada persona y prohíbe las copias sin su aprobación: pídela antes de poner una clave. Sin ella no se envía nada a GIPHY.',
  PEXELS_API_KEY:
    'Clave de API de tu cuenta de Pexels, de https://www.pexels.com/api/. Permite buscar fotos de Pexels. Sin ella no se envía nada a Pexels.',
  UNSPLASH_ACCESS_KEY:
    'Clave de acceso de tu app de Unsplash, de https://unsplash.com/oauth/applications. Permite buscar fotos de Unsplash. Sin ella no se envía nada a Unsplash.',
  S3_ACCESS_KEY_ID: 'Clave de acceso del almacenamiento. Sin ella se usan las credenciales de la máquina.',
  S3_SECRET_ACCESS_KEY: 'Secreto de esa clave de acceso.',
  SLACK_CLIENT_ID:
    'ID de cliente de tu app de Slack. Con el secreto de cliente y el de firma, Slack pasa a ser real, diga lo que diga SANDBOX.',
  SLACK_CLIENT_SECRET: 'Secreto de cliente de esa app.',
  SLACK_SIGNING_SECRET: 'Secreto de firma de esa app. Slack firma con él lo que envía.',
  SMTP_URL: 'Servidor de correo. Sin él, cada correo se guarda como archivo en DATA_DIR/outbox.',
  TELEGRAM_BOT_TOKEN:
    'Token de tu bot de Telegram, de @BotFather. Con él, Telegram pasa a ser real, diga lo que diga SANDBOX.',
}

/** Purposes of the secrets of any network, by the end of their names. */
const ofNetworks: readonly (readonly [ending: string, purpose: string])[] = [
  [
    '_CLIENT_ID',
    'ID de cliente de la app que registraste en la red. Con el secreto de cliente, la red pasa a ser real, diga lo que diga SANDBOX.',
  ],
  ['_CLIENT_SECRET', 'Secreto de cliente de esa app.'],
  ['_VERIFY_TOKEN', 'Un token que eliges tú. Escribe el mismo en Meta como token de verificación del webhook.'],
  [
    '_CONFIG_ID',
    'ID de configuración de Facebook Login for Business, cuyos permisos se aplican. Una app con Facebook Login normal no lo necesita.',
  ],
]

export const secrets: Messages['admin']['secrets'] = {
  title: 'Credenciales de las apps',
  lead: 'Credenciales de tus apps en las redes. Los valores se cifran y no se vuelven a mostrar. Requiere la verificación en dos pasos.',
  about: (name, said) => purposes[name] ?? ofNetworks.find(([ending]) => name.endsWith(ending))?.[1] ?? said,
  show: 'Ver credenciales',
  apply: 'Aplicar cambios',
  store: (name) => `Guardar ${name}`,
  set: 'Definir',
  replace: 'Reemplazar',
  remove: 'Eliminar',
  removeTitle: (name) => `Eliminar ${name}`,
  removeLead:
    'Al aplicar los cambios se usará la variable de entorno. Si no existe, la app de la red deja de funcionar.',
  typeName: (name) => `Escribe ${name} para eliminarlo`,
  value: 'Valor',
  codeLead: 'Cada código vale una vez, así que cada paso pide uno nuevo.',
  unset: 'Sin definir',
  sources: { stored: 'Guardado aquí', environment: 'Definido por una variable de entorno' },
  waits: 'aún sin aplicar',
}
