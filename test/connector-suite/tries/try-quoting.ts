import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import { publishQuoted } from '#test/connector-suite/cases.ts'
import { settingsOf } from '#test/connector-suite/kinds.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'

const planFit = () => ({ action: 'as-is' }) as never

/** Tests references to quoted posts: invalid ones are rejected in advance, those to deleted posts on publishing. */
export function tryQuoting(title: string, network: NetworkUnderTest): void {
  const { connector, ledgerName = (person: string) => person } = network
  const kind = network.kinds.find(({ quotes }) => quotes)
  if (!kind?.quotes) return
  const { setting, wrong } = kind.quotes

  test(`${title}: an invalid reference to a quoted post is rejected with a message that says what is valid`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const faultsOf = (named: string) => {
      const outgoing = postOf(signedIn, 'Words.', { settings: { ...signedIn.settings, ...settingsOf(kind, named) } })
      return validate({ connector, outgoing, planFit }).errors
    }
    const { [setting]: right } = await publishQuoted(stand, network)
    assert.deepEqual(faultsOf(String(right)), [])
    for (const [named, says] of wrong) {
      const [fault, ...others] = faultsOf(named)
      assert.deepEqual([fault?.code, fault?.path], ['settings_invalid', `/settings/${connector.network}/${setting}`])
      assert.match(`${fault?.message} ${fault?.fix ?? ''}`, says)
      assert.deepEqual(others, [])
    }
  })

  test(`${title}: a quote of a post that has since been deleted is rejected, and nothing is published`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const quoted = await publishQuoted(stand, network)
    await stand.sandbox.network(connector.network).acts.delete_latest?.(ledgerName('bob'))
    const signedIn = await signIn(stand, network, 'alice')
    const post = postOf(signedIn, 'too late', { settings: { ...signedIn.settings, ...quoted } })
    const { verdict } = await walkerOf(stand, signedIn, post).toEnd()
    assert.deepEqual([verdict?.is, verdict && 'code' in verdict && verdict.code], ['refused', 'quoted_post_gone'])
    assert.deepEqual(stand.seen('alice'), [])
  })
}
