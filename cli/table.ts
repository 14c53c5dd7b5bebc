import type { ClientContext, ListedCommand } from './command.ts'
import { accountsRow, analyticsRow, connectRow, whoamiRow } from './rows/accounts.ts'
import { applyRow, exportRow, importRow, mediaRow, uploadRow } from './rows/files.ts'
import { completionsRow, doRow } from './rows/further.ts'
import {
  cancelRow,
  draftRow,
  postRow,
  postsRow,
  queueRow,
  resolveRow,
  retryRow,
  scheduleRow,
  statusRow,
} from './rows/posts.ts'
import { loginRow, logoutRow } from './rows/signing-in.ts'
import { addWebhookRow, deliveriesRow, removeWebhookRow, testWebhookRow, webhooksRow } from './rows/webhooks.ts'

/** The commands for users of an installation, in the order in which help lists them. They use the API. */
export const clientCommands: Readonly<Record<string, ListedCommand<ClientContext>>> = {
  login: { ...loginRow, read: async () => (await import('./installations/sign-in.ts')).login },
  logout: { ...logoutRow, read: async () => (await import('./installations/sign-in.ts')).logout },
  whoami: { ...whoamiRow, read: async () => (await import('./accounts/accounts.ts')).whoami },
  post: { ...postRow, read: async () => (await import('./posts/write-posts.ts')).post },
  draft: { ...draftRow, read: async () => (await import('./posts/write-posts.ts')).draft },
  schedule: { ...scheduleRow, read: async () => (await import('./posts/write-posts.ts')).schedule },
  status: { ...statusRow, read: async () => (await import('./posts/settle-posts.ts')).status },
  queue: { ...queueRow, read: async () => (await import('./posts/list-posts.ts')).queue },
  posts: { ...postsRow, read: async () => (await import('./posts/list-posts.ts')).posts },
  retry: { ...retryRow, read: async () => (await import('./posts/settle-posts.ts')).retry },
  cancel: { ...cancelRow, read: async () => (await import('./posts/settle-posts.ts')).cancel },
  resolve: { ...resolveRow, read: async () => (await import('./posts/settle-posts.ts')).resolve },
  apply: { ...applyRow, read: async () => (await import('./apply/apply.ts')).apply },
  accounts: { ...accountsRow, read: async () => (await import('./accounts/accounts.ts')).accounts },
  connect: { ...connectRow, read: async () => (await import('./accounts/connect.ts')).connect },
  media: { ...mediaRow, read: async () => (await import('./media/media.ts')).media },
  'media upload': { ...uploadRow, read: async () => (await import('./media/media.ts')).upload },
  import: { ...importRow, read: async () => (await import('./sheets/sheets.ts')).importTable },
  export: { ...exportRow, read: async () => (await import('./sheets/sheets.ts')).exportTable },
  analytics: { ...analyticsRow, read: async () => (await import('./accounts/analytics.ts')).analytics },
  webhooks: { ...webhooksRow, read: async () => (await import('./webhooks/webhooks.ts')).webhooks },
  'webhooks add': { ...addWebhookRow, read: async () => (await import('./webhooks/webhooks.ts')).addWebhook },
  'webhooks remove': { ...removeWebhookRow, read: async () => (await import('./webhooks/webhooks.ts')).removeWebhook },
  'webhooks test': { ...testWebhookRow, read: async () => (await import('./webhooks/webhooks.ts')).testWebhook },
  'webhooks deliveries': { ...deliveriesRow, read: async () => (await import('./webhooks/webhooks.ts')).deliveries },
  do: { ...doRow, read: async () => (await import('./catalogue/run-task.ts')).doTask },
  completions: { ...completionsRow, read: async () => (await import('./completions/completions.ts')).completions },
}
