import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

/** Hints for the fields of a direct connect, by the name of the field. */
export const hints: Readonly<Record<string, string>> = {
  identifier: 'Nombre de usuario, DID o correo.',
  appPassword: 'Créala en la configuración de Bluesky, en “Privacidad y seguridad”. No es la contraseña de la cuenta.',
  pdsUrl: 'El servidor donde está la cuenta. Solo hace falta si no lo encontramos.',
  instanceUrl: 'El servidor donde está la cuenta.',
  accessToken: 'El token de acceso de una aplicación que crees allí en Preferencias, Desarrollo.',
}

export const connections: Messages['connections'] = {
  title: 'Conexiones',
  managersLead: 'Las cuentas de esta marca. Solo propietarios y administradores pueden conectar cuentas.',
  add: 'Conectar una cuenta',
  addNetwork: 'Añadir otra red',
  draftSaved: 'Tu borrador está guardado',
  continueFirst: 'Conecta una cuenta o sigue escribiendo antes.',
  continueNow: 'Sigue escribiendo o conecta antes otras cuentas.',
  continueDraft: 'Seguir escribiendo',
  connectAccount: 'Conectar cuenta',
  byLink: 'Conectar con un enlace',
  columns: { account: 'Cuenta', followers: 'Seguidores', status: 'Estado', scheduled: 'Programadas' },
  scheduled: (count, isPartial) =>
    isPartial ? `${count}+ publicaciones` : plural('es', count, { one: 'publicación', other: 'publicaciones' }),
  connect: 'Conectar',
  connectNetwork: (network) => `Conectar ${network}`,
  notConnected: (network) => `No se pudo conectar ${network}`,
  inSandbox: 'En el sandbox',
  inTrial: 'Prueba: solo el autor ve las publicaciones',
  real: 'Real',
  allIn: {
    sandbox: 'Todas las redes están en el sandbox. No se envía nada a las redes reales.',
    trial: 'Todas las redes están en modo de prueba. Solo el autor ve las publicaciones.',
    live: '',
  },
  needsApp: 'Primero registra una app en esta red.',
  howTo: 'Cómo se hace',
  connected: 'Conectada',
  works: 'Conectada',
  checking: 'Comprobando…',
  checked: (when) => `Comprobada ${when}`,
  checkedOk: (name) => `${name} está conectada`,
  checkedBroken: (name) => `Hay que volver a conectar ${name}`,
  notChecked: (name) => `No se pudo comprobar ${name}`,
  notDefault: (name) => `No se pudo poner ${name} como predeterminada`,
  expires: (when) => `Caduca el ${when}`,
  isDefault: 'Predeterminada',
  makeDefault: 'Poner como predeterminada',
  check: 'Comprobar ahora',
  actions: (handle) => `Acciones de ${handle}`,
  reconnect: 'Volver a conectar',
  reconnectAccount: (name) => `Volver a conectar ${name}`,
  reconnectNeeded: 'Hay que reconectarla',
  broken: (network) => `Hay que volver a conectar ${network}`,
  manyBroken: (count) => `Hay que volver a conectar ${count} cuentas`,
  onHold: (count) =>
    `${plural('es', count, { one: 'publicación programada está', other: 'publicaciones programadas están' })} en espera hasta que la vuelvas a conectar.`,
  needsReconnect: 'Perdimos el acceso a esta cuenta. Vuelve a conectarla para seguir publicando.',
  disconnect: 'Desconectar',
  disconnectTitle: (handle) => `¿Desconectar ${handle}?`,
  affected: (count) =>
    count === 0
      ? 'Ninguna publicación programada usa esta cuenta.'
      : `${plural('es', count, { one: 'publicación programada', other: 'publicaciones programadas' })} en esta cuenta.`,
  whatBecomes: '¿Qué hacemos con ellas?',
  outcomes: {
    keep: 'Dejarlas en espera hasta que se vuelva a conectar la cuenta',
    draft: 'Convertirlas en borradores (las que son solo de esta cuenta)',
    delete: 'Moverlas a la papelera (las que son solo de esta cuenta)',
  },
  choosePage: (network) => `Elige una página de ${network}`,
  choosePageLead: 'Administras más de una página. Elige una ahora. Después puedes añadir otras.',
  fields: {
    identifier: 'Usuario o correo',
    appPassword: 'Contraseña de app',
    pdsUrl: 'Servidor',
    instanceUrl: 'Servidor',
    accessToken: 'Token de acceso',
  },
  hint: (field, said) => hints[field] ?? said,
  sandboxHint: 'Usuarios del sandbox: alice.sandbox, bob.sandbox o carla.sandbox. Contraseña: sand-boxx-pass-word',
  popupBlocked: 'Tu navegador bloqueó la ventana. Permite las ventanas emergentes en este sitio y vuelve a intentarlo.',
  rest: {
    title: 'Conecta las demás redes',
    lead: 'El sandbox tiene una cuenta en cada red. Conéctalas todas con un clic.',
    connect: 'Conectar todas',
    progress: (done, all) => `${done} de ${all} conectadas`,
    failed: (networks) => `No se pudo conectar ${networks}. Prueba una por una.`,
  },
  failures: (code) =>
    code === 'access_denied'
      ? 'Rechazaste el acceso, así que no se conectó nada.'
      : code === 'account_in_use'
        ? 'Otra persona ya conectó esta cuenta. Elige otra.'
        : code === 'plan_limit_reached'
          ? 'Alcanzaste el límite de cuentas de tu plan para esta marca. Mejora el plan para añadir más.'
          : `No se pudo conectar la cuenta (${code}). Vuelve a intentarlo.`,
}
