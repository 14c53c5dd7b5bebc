import { minutes } from '#kernel/clock.ts'
import type { TestApp } from '../harness/app.ts'
import { done } from './people.ts'
import { connectBoth } from './posts.ts'

/** Opens the inbox of a new brand, whose accounts are read, with one post on both networks. */
export async function openDesk(t: TestApp) {
  const w = await connectBoth(t)
  for (const id of [w.bluesky, w.mastodon]) done(await w.ada.patch(`/v1/inbox/accounts/${id}`, { isOn: true }))
  done(
    await w.ada.post('/v1/posts', {
      profileId: w.profileId,
      platforms: ['bluesky', 'mastodon'],
      content: 'We open at nine',
    }),
    201,
  )
  await t.settle()
  const list = async (query: Record<string, string> = {}) =>
    done(await w.ada.get(`/v1/inbox/conversations?${new URLSearchParams({ profileId: w.profileId, ...query })}`)).body
      .conversations
  return {
    ...w,
    list,
    /** Someone comments on the latest post. Returns the conversation that this begins. */
    async ask(network: 'bluesky' | 'mastodon', text: string) {
      await t.sandbox.network(network).acts?.comment?.(w.login, { body: text })
      await t.advance(minutes(41))
      const [found] = await list({ q: text })
      return found
    },
    /** Lists everything that the account has sent to a network, except its post. */
    sent: (network: string) =>
      t.sandbox.ledger
        .entries({ network })
        .filter(({ account, text }) => account?.startsWith(w.login) && text !== 'We open at nine'),
  }
}
