import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { JsonObject, ReadCall } from '#connectors/connector.ts'
import { type Inbox, type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import { ask, pathOf } from '../api/calls.ts'
import { isMissing } from '../api/instance.ts'
import { remoteIdOf } from '../auth/oauth.ts'
import { shownFiles } from '../media/shown-files.ts'
import type { Grant } from '../memo.ts'
import { acts } from './acts.ts'
import { recheck } from './recheck.ts'
import { textOfHtml } from './text-of-html.ts'

const pageSize = 80
const maxBytes = 8_000_000

const id = z.string().min(1).max(200)
const status = z.object({
  id,
  url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  created_at: z.coerce.date(),
  edited_at: z.coerce.date().nullish().catch(null),
  visibility: z.string(),
  content: z.string(),
  language: z.string().max(20).nullish().catch(null),
  in_reply_to_id: id.nullish(),
  in_reply_to_account_id: id.nullish(),
  account: z.object({ id, acct: z.string().max(500), display_name: z.string().max(500) }),
  quote: z
    .object({ quoted_status: z.object({ id }).nullish().catch(null) })
    .nullish()
    .catch(null),
  media_attachments: shownFiles.catch([]),
})
type Status = z.output<typeof status>

const notification = z.object({ id, type: z.string(), created_at: z.coerce.date(), status })
/** One that cannot be read must not hide the others. Its ID still counts for paging. */
const notifications = z.array(z.union([notification, z.object({ id, status: z.null().catch(null) })]))

/** `floor`: everything up to this notification has been read. `walk`: the first reading, which goes back in time. */
const place = z.union([
  z.object({ floor: z.string() }),
  z.object({ walk: z.object({ below: z.string(), newest: z.string() }) }),
])

const listedTypes = ['mention', 'quote']

/**
 * Reads notifications: upwards from the last one that was read, so that a burst is read in order, page by page. Servers
 * before 4.5 ignore the type of quotes.
 */
export const inbox: Inbox<Grant> = {
  needs: [['read:notifications', 'read']],
  replies: true,
  recheck,
  acts,

  async read(call, from, since) {
    const at = from === null ? null : place.parse(from)
    if (at !== null && 'floor' in at) {
      const page = await list(call, { min_id: at.floor })
      const floor = page[0]?.id ?? at.floor
      return { items: saidIn(call, page), next: { floor }, more: page.length > 0 }
    }
    const page = await list(call, at === null ? {} : { max_id: at.walk.below })
    const newest = at?.walk.newest ?? page[0]?.id ?? '0'
    const oldest = page.at(-1)
    if (!oldest || (oldest.status && oldest.created_at < since))
      return { items: saidIn(call, page), next: { floor: newest }, more: false }
    return { items: saidIn(call, page), next: { walk: { below: oldest.id, newest } }, more: true }
  },

  async readAbove({ http, grant }, remoteId) {
    const path = `/api/v1/statuses/${pathOf(remoteId)}/context`
    try {
      const answer = await ask(http, grant, { name: 'getContext', method: 'GET', path, maxBytes })
      const { ancestors } = readAnswer(answer, z.object({ ancestors: z.array(status.nullable().catch(null)) }))
      return ancestors.flatMap((one) => (one && isPublic(one) ? said(grant, one, 'reply') : []))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  },
}

async function list({ http, grant }: ReadCall<Grant>, at: JsonObject & Record<string, string>) {
  const query = new URLSearchParams([
    ...listedTypes.map((type): [string, string] => ['types[]', type]),
    ['limit', String(pageSize)],
    ...Object.entries(at),
  ])
  const path = `/api/v1/notifications?${query}`
  return readAnswer(await ask(http, grant, { name: 'listNotifications', method: 'GET', path, maxBytes }), notifications)
}

const saidIn = ({ grant }: ReadCall<Grant>, page: z.output<typeof notifications>): Said[] =>
  page.flatMap((one) => {
    if (!one.status || !isPublic(one.status)) return []
    return said(grant, one.status, one.type === 'quote' ? 'quote' : one.status.in_reply_to_id ? 'reply' : 'mention')
  })

const isPublic = ({ visibility }: Status): boolean => visibility === 'public' || visibility === 'unlisted'

const said = ({ apiUrl }: Grant, one: Status, kind: Said['kind']): Said => ({
  remoteId: one.id,
  kind,
  parentId: one.in_reply_to_id ?? null,
  quotedId: one.quote?.quoted_status?.id ?? null,
  author: {
    remoteId: remoteIdOf(apiUrl, one.account.id),
    handle: one.account.acct,
    name: one.account.display_name || null,
  },
  text: textOfHtml(one.content).slice(0, saidTextMax),
  url: one.url ?? null,
  language: one.language ?? null,
  files: one.media_attachments,
  saidAt: one.created_at,
  editedAt: one.edited_at ?? null,
})
