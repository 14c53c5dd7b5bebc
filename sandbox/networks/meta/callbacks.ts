import { BadControl } from '../../core/control/control-input.ts'
import type { Act, World } from '../../core/network.ts'
import { sandboxApp } from '../../core/oauth/client.ts'
import { addressIn, sendSignedRequest, verifyWebhook } from './webhooks.ts'

/** The people of a network, as its callbacks identify them. */
interface Subjects<Person> {
  find(name: string): Person | null | undefined
  /** Returns the ID of a person in callbacks. */
  idOf(person: Person): string
  remove(person: Person): void
}

/** Acts that send a network's callbacks to the app: a person has removed it, or requests the deletion of their data. */
export function createCallbacks<Person>(world: World, network: string, { find, idOf, remove }: Subjects<Person>) {
  const personOf = (name: string): Person => {
    const person = find(name)
    if (!person) throw new BadControl(`Unknown person "${name}".`, 'account')
    return person
  }
  const signed: Act = (name, given = {}) => {
    const userId = idOf(personOf(name))
    return sendSignedRequest(given, { secret: sandboxApp.secret, userId, nowMs: world.clock.ms() })
  }
  const deauthorize: Act = (name, given = {}) => {
    addressIn(given)
    remove(personOf(name))
    return signed(name, given)
  }
  const verify: Act = (_name, given = {}) =>
    verifyWebhook(given, sandboxApp.verifyToken, world.random.fixed(`${network}/challenge`))
  return { personOf, acts: { deauthorize, request_deletion: signed, verify_webhook: verify } }
}
