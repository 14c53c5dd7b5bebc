// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { alertSentences, alertTitles } from '../../../../../rules/languages/es/alerts.ts'
import type { Messages } from '../../en/index.ts'

const sentences: Readonly<Record<string, (subject: string) => string>> = alertSentences

export const alerts: Messages['admin']['alerts'] = {
  title: 'Alertas',
  showAll: 'Todas las alertas',
  none: 'No hay alertas abiertas.',
  acknowledge: 'Confirmar',
  severity: { info: 'Información', warning: 'Advertencia', critical: 'Crítica' },
  filters: { open: 'Abiertas', acked: 'Confirmadas', all: 'Todas' },
  empty: {
    open: 'No hay alertas abiertas',
    acked: 'No hay alertas confirmadas',
    all: 'Aún no hay alertas',
  },
  emptyLead: 'Posthorn se supervisa a sí mismo y crea las alertas aquí. Se resuelven automáticamente.',
  more: 'Cargar más',
  say: ({ kind, subject, message }) => sentences[kind]?.(subject ?? '') ?? message,
  by: 'por',
  acked: (when) => `Confirmada ${when}`,
  closed: (when) => `resuelta ${when}`,
  note: 'Nota para otros administradores',
  noteHint: 'Opcional. Qué estás haciendo al respecto.',
  confirm: 'Confirmar',
  kinds: alertTitles,
  raise: {
    title: 'Crear una alerta',
    lead: 'Todos los administradores reciben el aviso en segundos. Sigue abierta hasta que alguien la confirme.',
    message: 'Mensaje',
    severity: 'Gravedad',
    action: 'Crear alerta',
  },
  preferences: {
    title: 'Notificaciones',
    lead: 'Estas preferencias son solo tuyas. Los webhooks reciben todas las alertas:',
    webhooks: 'añadir uno',
    ways: 'Avisarme por',
    wayNames: { email: 'Correo', chat: 'Telegram y Slack (chats vinculados)' },
    from: 'Gravedad mínima',
    about: 'Sobre',
    abouts: { all: 'Todo', some: 'Tipos seleccionados' },
    kinds: 'Tipos',
  },
}
