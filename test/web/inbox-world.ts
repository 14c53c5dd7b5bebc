import { until } from '#test/harness/until.ts'
import type { openApi } from './visitor.ts'

type Api = Awaited<ReturnType<typeof openApi>>

interface Place {
  readonly sandboxUrl: string
  readonly profileId: string
  /** The sandbox person whose accounts are connected. */
  readonly person: string
}

interface Found {
  readonly id: string
  readonly last: { readonly text: string }
}

/** People talk about a post and to the account, and Posthorn has read it. Returns the ID of the post. */
export async function makePeopleTalk(api: Api, place: Place, content: string): Promise<string> {
  const { profileId, person, sandboxUrl } = place
  const postId = await publish(api, profileId, content)
  await comment(place, 'bluesky', 'Do you ship the Huila to Austria?')
  await comment(place, 'mastodon', 'This sounds like my Sunday. Is it good for a moka pot?')
  await say(sandboxUrl, 'user-8001', `@${person} Ordered twice, both bags arrived without a date on them`)
  await say(sandboxUrl, person === 'alice' ? 'carla' : 'alice', `@${person} Best decaf I’ve had in years. Thank you!`)
  const { accounts } = await api.get(`/v1/inbox/accounts?profileId=${profileId}`)
  // An account that is turned on is read at once, and one that was read is not read again for a minute.
  for (const { accountId, network } of accounts)
    for (const isOn of network === 'bluesky' || network === 'mastodon' ? [false, true] : [])
      await api.patch(`/v1/inbox/accounts/${accountId}`, { isOn })
  await untilRead(api, place, 4)
  return postId
}

/** Waits until this many open conversations are read. */
const untilRead = (api: Api, { profileId }: Place, count: number): Promise<readonly Found[]> =>
  until(`${count} conversations are read`, async () => {
    const { conversations } = await api.get(`/v1/inbox/conversations?profileId=${profileId}&state=open`)
    return conversations.length >= count ? (conversations as readonly Found[]) : null
  })

async function publish(api: Api, profileId: string, content: string): Promise<string> {
  const { id } = await api.post('/v1/posts', { profileId, platforms: ['bluesky', 'mastodon'], content })
  await until('the post is published', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
  return id
}

/** A visitor of the sandbox replies to the account’s latest post. */
async function comment({ sandboxUrl, person }: Place, network: string, body: string): Promise<void> {
  await send(`${sandboxUrl}/control/act`, {}, { network, account: person, act: 'comment', with: { body } })
}

/** Someone writes on Mastodon. */
const say = (sandboxUrl: string, as: string, status: string): Promise<void> =>
  send(`${sandboxUrl}/mastodon/api/v1/statuses`, { authorization: `Bearer sandbox-token-${as}` }, { status })

async function send(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`)
}
