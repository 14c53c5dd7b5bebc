import type { Api } from './api.ts'
import type { Toll } from './disasters.ts'
import type { Member } from './fleet.ts'
import type { Subject } from './subject.ts'
import { harms, type Verdict } from './verdict.ts'

interface Reported {
  readonly verdict: Verdict
  readonly toll: Toll
  readonly faults: ReadonlyMap<string, number>
  readonly subjects: readonly Subject[]
  readonly api: Api
  readonly fallen: readonly Member[]
}

/** Prints the events and their outcome. Returns the total number of violations. */
export function report({ verdict, toll, faults, subjects, api, fallen }: Reported): number {
  const line = (what: string, value: unknown): void => console.log(`${what.padEnd(40)} ${value}`)
  const { requests: requestCount, unanswered, serverErrors } = api.tally
  console.log()
  line('posts, publications', `${subjects.length}, ${verdict.publications}`)
  line('came to', [...verdict.outcomes].map(([status, count]) => `${status} ${count}`).join(', '))
  line('edited, withdrawn', `${count(subjects, edited)}, ${count(subjects, withdrawn)}`)
  line('requests, without an answer, status 500', `${requestCount}, ${unanswered}, ${serverErrors}`)
  line('killed: workers, apis, PostgreSQL', `${toll.workersKilled}, ${toll.apisKilled}, ${toll.databasesKilled}`)
  line('frozen; cut: networks, database', `${toll.frozen}; ${toll.cutFromNetworks}, ${toll.cutFromDatabase}`)
  line('exited on its own', fallen.map((one) => `${one.name} ${one.fallen()}`).join(', '))
  line('calls affected by faults', [...faults].map(([kind, number]) => `${kind} ${number}`).join(', '))
  console.log()
  for (const harm of harms) line(harm, `${verdict.found[harm]} (wanted: 0)`)
  for (const example of verdict.examples) console.log(`  ${example}`)
  return harms.reduce((sum, harm) => sum + verdict.found[harm], 0)
}

const count = (subjects: readonly Subject[], is: (subject: Subject) => boolean): number => subjects.filter(is).length
const edited = ({ versions }: Subject): boolean => !versions.includes(0)
const withdrawn = ({ withdrawnAt }: Subject): boolean => withdrawnAt !== null
