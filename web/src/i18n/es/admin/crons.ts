import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const crons: Messages['admin']['crons'] = {
  names: {
    'accounts-refresh': 'Renovar los accesos que caducan pronto',
    'administration-certificate': 'Comprobar el certificado TLS',
    'administration-fold': 'Calcular las métricas de administración',
    'analytics-reports': 'Enviar los informes semanales',
    'analytics-sweep': 'Eliminar analíticas más antiguas de lo que guarda el plan',
    'analytics-watch': 'Empezar a medir publicaciones y cuentas nuevas',
    'audit-head': 'Guardar un punto de control del registro de auditoría',
    backup: 'Hacer una copia de seguridad',
    'billing-enforce-past-due': 'Reducir el plan de las cuentas con una semana de impago',
    'connecting-sweep': 'Eliminar conexiones sin terminar',
    'edge-sweep': 'Eliminar claves de idempotencia y contadores antiguos',
    'event-stream-sweep': 'Eliminar eventos antiguos',
    'identity-sweep': 'Eliminar sesiones e invitaciones caducadas',
    'jobs-sweep': 'Eliminar tareas antiguas',
    'media-sweep': 'Eliminar subidas sin terminar',
    'notices-sweep': 'Eliminar notificaciones a los 90 días',
    'notices-watch': 'Enviar por correo las notificaciones sin leer',
    'posts-name-late': 'Pedir a las redes los ID que faltan',
    'posts-purge': 'Eliminar publicaciones tras 30 días en la papelera',
    'posts-remind': 'Recordar las aprobaciones pendientes',
    'profiles-purge': 'Eliminar marcas tras 30 días en la papelera',
    'inbox-days': 'Guardar las cifras del día anterior de las bandejas',
    'inbox-mornings': 'Enviar por correo lo que queda abierto en las bandejas',
    'inbox-keep': 'Eliminar lo que la bandeja de entrada ya no guarda',
    'inbox-wake': 'Reabrir las conversaciones pospuestas',
    'guests-mail': 'Avisar a los invitados de las publicaciones que los esperan',
    'guests-sweep': 'Eliminar los dispositivos y códigos caducados de invitados',
    'sharing-sweep': 'Eliminar los datos de visitas de los enlaces para compartir',
    'slack-sweep': 'Limpiar los datos de Slack',
    'telegram-sweep': 'Limpiar los datos de Telegram',
    'planning-holidays': 'Leer calendarios de festivos',
    'planning-purge-ideas': 'Eliminar definitivamente las ideas borradas',
    'webhooks-sweep': 'Eliminar entregas de webhooks antiguas',
  },
  off: 'Desactivada',
  missed: (when) => `No se ejecutó cuando le tocaba, ${when}.`,
  neverRan: 'Nunca ejecutada',
  next: (when) => `Próxima ${when}`,
  nextRuns: 'Próximas ejecuciones',
  runs: 'Ejecuciones recientes',
  states: {
    waiting: 'Iniciando',
    running: 'En curso',
    retrying: 'Reintentando',
    done: 'Terminada',
    failed: 'Fallida',
    died: 'Interrumpida',
  },
  wentWrong: (said) => `El mensaje: “${said}”`,
  byHand: 'Iniciada por',
  attempts: (count) => plural('es', count, { one: 'intento', other: 'intentos' }),
  run: 'Ejecutar ahora',
  isOn: 'Ejecutar según el horario',
  isOnHint: (zone) => `Las horas son de ${zone}. “Ejecutar ahora” funciona aunque esté desactivada.`,
  changed: (when) => `Cambiada ${when} por`,
  builtIn: 'Restaurar el horario original',
  upkeep: {
    title: 'Manual',
    start: 'Iniciar',
    failed: 'No se pudo iniciar',
    sync: {
      name: 'Actualizar todas las analíticas ahora',
      about:
        'Todas las cuentas conectadas y sus publicaciones de los dos últimos días. Las redes que cobran por leer mantienen su horario.',
      done: (accounts, posts) =>
        `Actualizando ${plural('es', accounts, { one: 'cuenta', other: 'cuentas' })} y ` +
        `${plural('es', posts, { one: 'publicación', other: 'publicaciones' })}`,
    },
    refresh: {
      name: 'Renovar los accesos que caducan',
      about: 'De las cuentas cuyo acceso caduca en los próximos 30 minutos. Tarda hasta 20 segundos.',
      done: (checked, refreshed, failed) =>
        checked === 0
          ? 'Ningún acceso caduca pronto'
          : `${refreshed} de ${checked} renovados${failed > 0 ? `, ${failed} con error` : ''}`,
    },
  },
}
