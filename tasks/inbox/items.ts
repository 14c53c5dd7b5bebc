import { z } from 'zod'
import { idInput } from '../inputs/ids.ts'
import { changes, defineTask } from '../task.ts'

export const setItem = defineTask({
  name: 'set_item',
  title: 'Like or hide a comment',
  about: 'Likes or hides what someone said, or undoes it, on its network. Everyone sees it there. Ask the user first.',
  scopes: ['inbox:write'],
  effect: changes,
  input: z.strictObject({
    item: idInput('itm').describe('An item of someone else, from read_conversation.'),
    liked: z.boolean().exactOptional().describe('True to like it as the account.'),
    hidden: z.boolean().exactOptional().describe('True to hide it from others.'),
  }),
  output: z.object({
    id: z.string(),
    liked: z.boolean(),
    hidden: z.boolean(),
    possible: z.array(z.string()).describe('What the network can do with it.'),
    waiting: z.array(z.string()).describe('Changes that the network hasn’t confirmed yet.'),
    failed: z.array(z.string()).describe('Changes that failed, with the reason.'),
  }),
  async run(api, { item: id, ...changes }) {
    const { liked, hidden, canAct, acts } = await api.updateInboxItem({ id, ...changes })
    return {
      ...{ id, liked, hidden, possible: [...canAct] },
      waiting: acts.filter(({ state }) => state === 'waiting').map(({ act }) => act),
      failed: acts.filter(({ state }) => state === 'failed').map(({ act, error }) => `${act}: ${error ?? ''}`),
    }
  },
  describe: ({ id, liked, hidden, waiting, failed }) =>
    [
      `${id}: ${liked ? 'liked' : 'not liked'}, ${hidden ? 'hidden' : 'visible'}.`,
      ...waiting.map((act) => `Waiting for the network: ${act}.`),
      ...failed.map((reason) => `Failed: ${reason}`),
    ].join('\n'),
})
