import type { Connector, Outgoing } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { count } from '#rules/count/count.ts'
import { find } from '#rules/find/find.ts'
import { exactUpTo, type Limits, limitsForFormat } from '#rules/limits.ts'
import { withoutUnreadable } from './unreadable-texts.ts'

/** A shorter one is read in no time that anybody notices. */
const longUnits = 1_000

/**
 * Reads the long texts of a post as judging it will, one at each step, so that its caller can let others go first in
 * between. What is found is remembered: judging costs little after it.
 */
export function* readAhead(connector: Connector, post: Outgoing): Generator<void> {
  const limits = limitsForFormat(limitsOf(connector, post.account.facts), post.format)
  const { parts, firstComment } = withoutUnreadable(post, limits)
  for (const text of [...parts.map((part) => part.text), firstComment ?? '']) {
    if (text.length < longUnits) continue
    readText(text, limits)
    yield
  }
}

function readText(text: string, { text: rules, dialect }: Limits): void {
  find(text, dialect)
  for (const rule of rules) count(text, rule, dialect, rule.max * exactUpTo)
}
