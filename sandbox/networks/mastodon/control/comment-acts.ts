import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import { publish, record, unpublish } from '../posts/publish.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, Status } from '../state/records.ts'

/**
 * Acts of other people. `comment` replies to the account's latest status, or to the status `to`, as the person `by`;
 * `mention` names the account in a new status. As in the network's own app, both begin with the name. The
 * others change the status `id`.
 */
export function createCommentActs(instance: Instance): Readonly<Record<string, Act>> {
  const { on } = actsOn(instance.person)
  const authorOf = (account: Account, by: unknown): Account =>
    instance.person(typeof by === 'string' ? by : commenterOn(account.name)) ?? no(`Unknown person "${by}".`)
  const statusBy = (id: unknown): Status =>
    (typeof id === 'string' ? instance.statuses.get(id) : undefined) ?? no('"with.id" must be the ID of a status.')
  const say = (account: Account, by: unknown, text: string, replyTo: Status | null) => {
    const status = publish(instance, {
      account: authorOf(account, by),
      app: instance.ownApp,
      key: null,
      at: instance.world.clock.now(),
      draft: {
        text: `@${account.name} ${text}`,
        spoiler: '',
        sensitive: false,
        visibility: 'public',
        quotePolicy: 'public',
        language: 'en',
        replyTo,
        quotes: null,
        media: [],
        poll: null,
      },
    })
    return { id: status.id }
  }
  const wordsIn = (body: unknown, usual: string): string => (typeof body === 'string' ? body : usual)
  return {
    comment: on((account, { body, to, by }) => {
      const latest = account.statuses.findLast(({ deleted }) => !deleted)
      const replyTo = typeof to === 'string' ? instance.statuses.get(to) : latest
      if (!replyTo) return no(`"${account.name}" has no such post.`)
      return say(account, by, wordsIn(body, 'How nice!'), replyTo)
    }),
    mention: on((account, { body, by }) => say(account, by, wordsIn(body, 'look!'), null)),
    edit_comment(_name, { id, body } = {}) {
      const status = statusBy(id)
      const mentions = status.mentions.map(({ name }) => `@${name} `).join('')
      status.text = `${mentions}${wordsIn(body, 'How very nice!')}`
      status.editedAt = instance.world.clock.now()
      record(instance, status, 'edit', null)
      return { id: status.id }
    },
    delete_comment(_name, { id } = {}) {
      const status = statusBy(id)
      unpublish(instance, status, true)
      return { id: status.id }
    },
  }
}

const no = (why: string): never => {
  throw new BadControl(why, 'with')
}
