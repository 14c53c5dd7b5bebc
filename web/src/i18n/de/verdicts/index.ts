// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { refusals } from '../../../../../rules/german/refusals.ts'
import type { Messages } from '../../en/index.ts'
import { failures } from './failures.ts'
import { faults, nameField, sayFault } from './faults.ts'
import { issues } from './issues.ts'
import { losses } from './losses.ts'
import { rests } from './rests.ts'
import { waits } from './waits.ts'

export const verdicts: Messages['verdicts'] = {
  issue: ({ code, message, fix }) =>
    issues[code] ?? faults[code] ?? (fix === undefined ? message : `${message} ${fix}`),
  failure: (code, said) => {
    const known = code === null ? undefined : (failures[code] ?? issues[code] ?? rests[code])
    if (known === undefined) return said
    // Where the network gave a reason, its own words say more than ours.
    const quoted = /“(.+)”/.exec(said)?.[1]
    return quoted === undefined ? known : `${known} Das Netzwerk sagt: „${quoted}“`
  },
  loss: (code, said) => (code === null ? undefined : losses[code]) ?? said,
  fault: (fault) => sayFault(fault) ?? issues[fault.code] ?? refusals[fault.code] ?? fault.message,
  refusal: (code, said, errors) => {
    const sentences = new Set(
      errors.map((fault) => {
        const name = nameField(fault)
        return name === undefined ? verdicts.fault(fault) : `${name}: ${verdicts.fault(fault)}`
      }),
    )
    return sentences.size > 0 ? [...sentences].join(' ') : (refusals[code] ?? said)
  },
  rest: (code, said) => (code === null ? undefined : rests[code]) ?? said,
  wait: ({ reason, detail, code }) => {
    const cause = code === undefined ? undefined : (rests[code] ?? failures[code])
    return waits[reason]?.(detail, cause) ?? detail
  },
}
