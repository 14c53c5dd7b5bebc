import type { Failure, Verdict } from '#connectors/connector.ts'
import { actKinds } from '#connectors/contract/inbox-acts.ts'
import { itemGone, itemMissing, refusedInWords } from './verdicts.ts'

/** Returns the verdict on an item that an act of the inbox did not find. */
export const verdictOnItem = ({ code }: Failure): Verdict | null => (code === itemMissing ? itemGone : null)

const isAct = (step: string): boolean => (actKinds as readonly string[]).includes(step)

/** Builds a refusal that quotes the network's own message, about a post or about an act of the inbox. */
export const rejectedBy = (network: string, step: string, what: string) =>
  refusedInWords('refused_by_network', `${network} rejected ${isAct(step) ? 'this' : what}`)
