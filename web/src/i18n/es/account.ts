import type { Messages } from '../en/index.ts'

export const account: Messages['account'] = {
  sessions: {
    title: 'Sesiones activas',
    lead: 'Cierra la sesión de cualquier dispositivo que no reconozcas. El efecto es inmediato.',
    current: 'Este dispositivo',
    unknown: 'App desconocida',
    device: (program, system) => `${program} en ${system}`,
    signedIn: (when) => `Sesión iniciada ${when}`,
    used: (when) => `último uso: ${when}`,
    end: 'Cerrar sesión',
    endNamed: (device) => `Cerrar la sesión de ${device}`,
    endOthers: 'Cerrar todas las demás sesiones',
  },
  elsewhere: {
    title: 'Inicio de sesión',
    lead: (issuer) => `${issuer} administra tu correo, tu contraseña y tus dispositivos.`,
  },
  report: {
    title: 'Informe semanal',
    lead: 'Recibe tus métricas por correo cada lunes a las 8:00. Si no hay actividad, no se envía.',
    next: (when) => `Próximo: ${when}`,
  },
  keys: {
    title: 'Teclado',
    lead: 'Los atajos de una sola tecla responden a una tecla, como C para crear una publicación. Los atajos con Ctrl o ⌘ siempre funcionan.',
    on: 'Atajos de una sola tecla en este navegador',
  },
  export: {
    title: 'Exportar',
    lead: 'Descarga un zip con tu cuenta, tus marcas, publicaciones, métricas y archivos. Una vez por hora.',
    save: 'Descargar mis datos',
  },
  remove: {
    title: 'Eliminar tu cuenta',
    lead: 'Se eliminarán para siempre tus marcas, publicaciones, archivos y conexiones. No se puede deshacer.',
    open: 'Eliminar mi cuenta…',
    ask: '¿Eliminar tu cuenta?',
    askLead: 'Lo publicado sigue en las redes. Las publicaciones programadas se cancelan. No se puede deshacer.',
    type: (email) => `Escribe “${email}” para confirmar`,
    password: 'Tu contraseña',
    code: 'Código de la app de autenticación',
    confirm: 'Eliminar todo',
  },
}

export const slack: Messages['slack'] = {
  title: 'Slack',
  lead: 'Escribe, publica y aprueba publicaciones desde Slack, y recibe allí las notificaciones.',
  connected: (team) => `Vinculado en ${team}. Escribe /posthorn help allí.`,
  installedBy: (name, when) => `Instalado por ${name}, ${when}`,
  install: 'Añadir a Slack',
  link: 'Vincular un espacio de trabajo existente',
  codeLead: 'Escribe esto en Slack en los próximos 10 minutos. Solo funciona una vez.',
  command: 'Comando',
  end: 'Desconectar',
  endTitle: '¿Desconectar Slack?',
  endLead: 'Si instalaste la app, se quita para todo el espacio de trabajo. Si no, solo se desvincula tu cuenta.',
}

export const telegram: Messages['telegram'] = {
  title: 'Telegram',
  lead: 'Envía texto, imágenes y videos al bot para crear borradores. Prográmalos y publícalos en el chat.',
  none: 'El administrador del servidor aún no ha configurado un bot.',
  link: 'Vincular chat',
  linkAnother: 'Vincular otro chat',
  codeLead: 'Abre el bot y pulsa Iniciar. El código funciona una vez y caduca en 10 minutos.',
  open: (bot) => `Abrir @${bot}`,
  command: 'Para un grupo, envía este mensaje en él',
  linked: (when) => `Vinculado ${when}`,
  unreachable: 'Bot bloqueado o eliminado',
  unlink: 'Desvincular',
}
