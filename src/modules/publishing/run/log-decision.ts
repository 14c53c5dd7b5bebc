import type { Log } from '#infra/log/log.ts'
import type { Decision } from '../decide/decision.ts'
import type { Fact } from '../decide/fact.ts'
import type { Publication } from '../publication.ts'

interface Decided {
  readonly publication: Publication
  readonly fact: Fact
}

/** Logs the decisions that an operator may want to know about. */
export function logDecision(log: Log, { publication, fact }: Decided, { park, changes }: Decision): void {
  const { id: publicationId, network, step } = publication
  if (fact.is === 'taken-over') {
    const { takeovers } = changes
    log.info({ event: 'publishing.taken_over', publicationId, step, takeovers }, 'Step was taken over')
  }
  if (changes.agains !== undefined && changes.agains > publication.agains) {
    const fields = { event: 'publishing.rewound', publicationId, step, to: changes.step }
    log.info(fields, 'The network lost the uploaded content, so an earlier step runs again')
  }
  if (park?.of === 'operator') {
    const fields = { event: 'publishing.network_parked', network, why: park.why, alert: 'network_parked' }
    log.error(fields, 'The network rejects our app, so all of its publications wait')
  }
  if (endsWithNothing(fact) && publication.partsShown === 0) {
    log.error(
      { event: 'publishing.nothing_shown', publicationId, step },
      'Connector finished without publishing anything',
    )
  }
}

function endsWithNothing(fact: Fact): boolean {
  if ((fact.is !== 'ran' && fact.is !== 'found') || fact.outcome.is !== 'done') return false
  const { result } = fact.outcome
  return typeof result !== 'string' && 'end' in result && result.shown === undefined
}
