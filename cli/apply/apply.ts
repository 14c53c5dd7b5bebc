import { findProfileId } from '#tasks/inputs/profile.ts'
import { readArguments } from '../arguments.ts'
import { clientCommand } from '../client-command.ts'
import { type ClientContext, type Command, UsageFault } from '../command.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { applyRow } from '../rows/files.ts'
import { carryOut, isToDo } from './carry-out.ts'
import { headJsonSchema } from './head.ts'
import { makePlan, type PlanItem } from './plan.ts'
import { readFolder } from './read-folder.ts'
import { sayPlan, writeMarkdown } from './say-plan.ts'
import { resolveWishes } from './wish.ts'

/** `--schema` needs no installation. */
export const apply: Command<ClientContext> = {
  async run(context) {
    if (!readArguments(applyRow, context.args).flags.schema) return await applyFolder.run(context)
    context.say(JSON.stringify(headJsonSchema(), null, 2))
    return exitCodes.done.status
  },
}

const applyFolder = clientCommand(applyRow, async (run) => {
  const { flags, words, api, out, ask, note, columns, hasColour } = run
  const [folder] = words
  if (folder === undefined) throw new UsageFault('expects the folder with the posts, for example: posthorn apply posts')
  const format = flags['plan-format'] ?? 'text'
  if (format !== 'text' && format !== 'markdown') throw new UsageFault('expects --plan-format text or markdown')
  const read = await readFolder(folder)
  const defaults = run.profile === undefined ? read.defaults : { ...read.defaults, profile: run.profile }
  const { set = 'posts' } = defaults
  const requests = await resolveWishes(api, { ...read, defaults })
  // Posts whose files no longer exist are searched for on all profiles of the folder.
  const home = requests.length > 0 && defaults.profile === undefined ? [] : [await findProfileId(api, defaults.profile)]
  const profileIds = [...new Set([...requests.map(({ profileId }) => profileId), ...home])]
  const items = await makePlan(api, set, requests, profileIds)
  out.show(items.map(toJson), () =>
    format === 'markdown' ? writeMarkdown(items) : sayPlan(items, { columns, hasColour }),
  )
  const refused = items.filter(({ problems }) => problems.length > 0)
  if (refused.length > 0)
    throw new CommandFailure('refused', `Nothing was changed: ${refused.length} of the posts would be rejected.`)
  const toDo = items.filter((item) => isToDo(item, flags))
  const isClean = items.every(({ state, drift }) => (state === 'unchanged' && drift.length === 0) || state === 'out')
  if (flags['dry-run']) return isClean ? exitCodes.done.status : exitCodes.planned.status
  if (toDo.length === 0) return exitCodes.done.status
  if (!flags.yes) {
    const answer = await ask(`Apply ${toDo.length} changes? [y/N]`)
    if (answer === null) throw new UsageFault('needs confirmation before it changes anything. In a script, pass --yes')
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      note('Nothing was changed.')
      return exitCodes.done.status
    }
  }
  for (const item of toDo) note(`${item.key}: ${await carryOut(run, set, item)}`)
  note(`Applied ${toDo.length} of ${toDo.length} changes.`)
  return exitCodes.done.status
})

/** Converts an item to the form that `--json` prints. */
const toJson = ({ state, key, desired, post, changes, drift, problems, slotAt }: PlanItem) => ({
  state,
  key,
  file: desired?.post.file ?? null,
  postId: post?.id ?? null,
  changes,
  drift,
  problems,
  ...(slotAt === undefined ? {} : { slotAt }),
})
