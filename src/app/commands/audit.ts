import { readHeads, readOwnHeads, verifyAudit, verifyFile } from '#modules/audit/index.ts'
import type { Deps } from '../deps.ts'
import { type Command, type CommandContext, UsageFault } from './command.ts'
import { withDeps } from './with-deps.ts'

export const audit: Command = {
  async run({ args, readConfig, say }) {
    const [verb, flag, file, ...more] = args
    const isKnown = flag === undefined || (['--from', '--file'].includes(flag) && file)
    if (verb !== 'verify' || more.length > 0 || !isKnown)
      throw new UsageFault('expects verify, verify --from FILE, or verify --file FILE')
    if (flag === '--file' && file) return await verifyExport(file, say)
    return await withDeps(readConfig(), say, (deps) => verify(deps, file ?? null, say))
  },
}

async function verifyExport(file: string, say: CommandContext['say']): Promise<number> {
  const verdict = await verifyFile(file).catch((error: NodeJS.ErrnoException) => error)
  if (verdict instanceof Error) {
    say(`The export cannot be read: ${verdict.message}.`)
    return 1
  }
  for (const fault of verdict.faults) say(`FAULT ${fault}`)
  say(`${verdict.entries} entries in ${verdict.seals} seals; ${verdict.erased} erased.`)
  say(`Head: seal ${verdict.head.no}, position ${verdict.head.lastPosition}, ${verdict.head.hash}`)
  say(verdict.faultCount === 0 ? 'The export is intact.' : 'The export has been changed.')
  return verdict.faultCount === 0 ? 0 : 1
}

async function verify(
  { db, config, seal }: Pick<Deps, 'db' | 'config' | 'seal'>,
  file: string | null,
  say: CommandContext['say'],
): Promise<number> {
  const known = await (file === null ? readOwnHeads(config.dataDir) : readHeads(file)).catch((error: Error) => error)
  if (known instanceof Error) {
    say(`The file of heads cannot be read: ${known.message}.`)
    return 1
  }
  const { heads, unreadable } = known
  // No head has been recorded on this machine yet, or this is a different machine.
  if (file === null && heads.length === 0)
    say('No audit-head.json here, so a log whose end was cut off would look whole.')
  const verdict = await verifyAudit(db, heads, seal)

  for (const line of unreadable) say(`FAULT The file of heads: line ${line} cannot be read.`)
  for (const fault of verdict.faults) say(`FAULT ${fault}`)
  const unlistedCount = verdict.faultCount - verdict.faults.length
  if (unlistedCount > 0) say(`FAULT ${unlistedCount} more.`)
  say(
    `${verdict.entries} entries in ${verdict.seals} seals; ${verdict.erased} erased, ${verdict.waiting} not yet sealed.`,
  )
  say(`${verdict.headsMet} of ${heads.length} noted heads are in it.`)
  if (verdict.head) say(`Head: seal ${verdict.head.no}, position ${verdict.head.lastPosition}, ${verdict.head.hash}`)
  const whole = verdict.faultCount + unreadable.length === 0
  say(whole ? 'The audit log is intact.' : 'The audit log has been changed.')
  return whole ? 0 : 1
}
