import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const zone: Messages['zone'] = {
  title: 'Tu zona horaria es UTC',
  lead: (name) =>
    `Este navegador está en ${name}. Los informes semanales y las publicaciones recurrentes pueden seguir tu zona horaria.`,
  choose: (name) => `Usar ${name}`,
  keep: 'Mantener UTC',
}

export const live: Messages['live'] = {
  offline: 'No tienes conexión. Tus cambios siguen en este navegador y se guardarán cuando vuelvas a conectarte.',
  noAnswer: 'No podemos conectar con Posthorn. Tus cambios siguen en este navegador. Reintentando…',
  interrupted: 'Las actualizaciones en vivo están en pausa. Reconectando… Todo lo demás funciona.',
}

export const offline: Messages['offline'] = {
  title: 'No tienes conexión',
  noAnswer: 'No podemos conectar con Posthorn',
  lead: 'Esta página se cargará sola cuando vuelva Posthorn. Tus borradores están a salvo.',
  write: 'Mientras tanto, escribe tu próxima publicación',
  kept: 'Guardado en este navegador. Pasará a tus borradores cuando vuelva la conexión.',
}

export const received: Messages['received'] = {
  title: 'Compartido con Posthorn',
  lead: 'Comprueba que lo compartiste tú. Posthorn no guarda nada hasta que elijas.',
  use: 'Usar',
  discard: 'Descartar',
  nothing: 'No se compartió nada',
  nothingLead: 'Ya se usó o se descartó, o lo envió otro sitio web.',
  saveIdea: 'Guardar como idea',
}

export const palette: Messages['palette'] = {
  label: 'Buscar páginas, acciones y publicaciones',
  none: 'Sin resultados.',
  groups: { places: 'Ir a', actions: 'Acciones', profiles: 'Marcas', posts: 'Publicaciones' },
  actions: {
    light: 'Cambiar al modo claro',
    dark: 'Cambiar al modo oscuro',
    keys: 'Atajos de teclado',
    asCode: 'Ver esta página como código',
  },
  keys: {
    title: 'Atajos de teclado',
    lead: 'Funcionan cuando no estás escribiendo. Desactiva las teclas sueltas en Configuración › Perfil.',
    offLead: 'Las teclas sueltas están desactivadas. Actívalas en Configuración › Perfil.',
    palette: 'Buscar o ir a…',
    compose: 'Nueva publicación',
    help: 'Atajos de teclado',
    asCode: 'Esta página como código',
    rows: 'Fila siguiente o anterior de una lista',
    openRow: 'Abrir la fila',
    select: 'Seleccionar la fila',
    search: 'Buscar en esta página',
    today: 'Calendario: hoy',
    months: 'Calendario: mes anterior o siguiente',
    days: 'Calendario: moverse entre días',
    write: 'Calendario: nueva publicación en el día elegido',
    note: 'Calendario: nota en el día elegido',
    move: 'Calendario: mover la publicación elegida',
    reply: 'Bandeja: responder',
    done: 'Bandeja: resolver y pasar a la siguiente',
    snooze: 'Bandeja: posponer',
    label: 'Bandeja: etiquetas',
    inboxNote: 'Bandeja: nota para el equipo',
    hideComment: 'Bandeja: ocultar el último comentario',
    assign: 'Bandeja: asignar, dos veces para ti',
    reopen: 'Bandeja: reabrir',
    close: 'Cerrar diálogo o menú',
  },
  asCode: {
    title: 'Esta página como código',
    lead: 'Las llamadas a la API detrás de esta página. Pon tu clave de API en POSTHORN_API_KEY para ejecutarlas.',
    form: 'Formato',
    forms: { curl: 'curl', typescript: 'TypeScript', cli: 'Línea de comandos', mcp: 'Agente (MCP)' },
    none: {
      cli: (operation) => `${operation} no está disponible en la línea de comandos. Usa curl o TypeScript.`,
      mcp: (operation) => `${operation} no está disponible para agentes. Usa curl o TypeScript.`,
    },
    toolsets: (url) =>
      `Por defecto, los agentes reciben las herramientas más usadas. Conéctate a ${url} para tenerlas todas.`,
    keys: 'Claves de API',
    reference: 'Referencia de la API',
  },
}

export const weather: Messages['weather'] = {
  lead: 'Haz que falle una red del sandbox y mira cómo responde Posthorn. Las redes reales no se ven afectadas.',
  presets: {
    label: 'Ejemplos',
    outage: 'Caída breve',
    lost: 'Respuesta perdida',
    refusal: 'Publicación rechazada',
    rush: 'Límite de solicitudes',
  },
  network: 'Red',
  fault: 'Fallo',
  calls: 'Duración',
  untilMended: 'Hasta que yo lo detenga',
  next: (count) => (count === 1 ? 'Próxima solicitud' : `Próximas ${count} solicitudes`),
  break: 'Iniciar',
  mend: 'Detener',
  mendAll: 'Detener todo',
  clear: 'Todas las redes funcionan.',
  left: (count) =>
    count === 1 ? 'queda 1 solicitud' : `quedan ${plural('es', count, { one: 'solicitud', other: 'solicitudes' })}`,
  struck: (count) => `afectó a ${plural('es', count, { one: 'solicitud', other: 'solicitudes' })}`,
  kinds: {
    error_before: 'Devuelve un error',
    reset: 'Corta la conexión',
    rate_limit: 'Límite de solicitudes superado',
    expired_token: 'Token de acceso caducado',
    revoked_token: 'Acceso revocado',
    reject: 'Rechaza la publicación',
    error_after: 'Publica y luego devuelve un error',
    timeout_after: 'Publica y luego no responde',
    drop_after: 'Publica y luego corta la conexión',
    truncate_after: 'Publica y luego devuelve media respuesta',
    slow: 'Responde 5 segundos tarde',
    slow_processing: 'Tarda 1 minuto más en procesar los videos',
  },
  time: 'Reloj del sandbox',
  timeLead: 'Adelanta el tiempo en las redes: las métricas crecen y los accesos caducan. Tu programación no cambia.',
  pass: { hour: '1 hora después', day: '1 día después', month: '30 días después' },
  ahead: (time) => `Hora del sandbox: ${time}`,
}
