import type { Connector, Outgoing } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { count } from '#rules/count/count.ts'
import { find } from '#rules/find/find.ts'
import { exactUpTo, type Limits, limitsForFormat } from '#rules/limits.ts'
import { withoutUnreadable } from './unreadable-texts.ts'

/** Shorter texts are counted too quickly to matter. */
const longUnits = 1_000

/**
 * Reads the texts of a post the way its check will, one piece per step, so that the caller can let other work run in
 * between. A piece is one long text or several short ones. The results are cached, so the check itself is cheap
 * afterwards.
 */
export function* readAhead(connector: Connector, post: Outgoing): Generator<void> {
  const limits = limitsForFormat(limitsOf(connector, post.account.facts), post.format)
  const { parts, firstComment } = withoutUnreadable(post, limits)
  let units = 0
  for (const text of [...parts.map((part) => part.text), firstComment ?? '']) {
    readText(text, limits)
    units += text.length
    if (units < longUnits) continue
    yield
    units = 0
  }
}

function readText(text: string, { text: rules, dialect }: Limits): void {
  find(text, dialect)
  for (const rule of rules) count(text, rule, dialect, rule.max * exactUpTo)
}
