import { z } from 'zod'
import { findProfileId, profileInput } from '../inputs/profile.ts'
import { adds, defineTask, reads } from '../task.ts'

const ideaOutput = z.object({ id: z.string(), title: z.string(), text: z.string(), url: z.string().nullable() })

export const addIdea = defineTask({
  name: 'add_idea',
  title: 'Add an idea',
  about: 'Puts an idea for a post on the board of ideas, for later. It isn’t a draft.',
  scopes: ['posts:write', 'profiles:read'],
  effect: adds,
  input: z.strictObject({
    profile: profileInput,
    title: z.string().describe('The idea in a few words.'),
    text: z.string().exactOptional().describe('Notes on it.'),
    url: z.string().exactOptional().describe('A page on it.'),
  }),
  output: ideaOutput,
  async run(api, { profile, ...idea }) {
    return shorten(await api.createIdea({ profileId: await findProfileId(api, profile), ...idea }))
  },
  describe: ({ title, id }) => `${title} (${id})`,
})

export const listIdeas = defineTask({
  name: 'list_ideas',
  title: 'List ideas',
  about: 'Lists the ideas for posts of a profile, by stage.',
  scopes: ['posts:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({ profile: profileInput, q: z.string().exactOptional().describe('Words in the idea.') }),
  output: z.object({ stages: z.array(z.object({ name: z.string(), ideas: z.array(ideaOutput) })) }),
  async run(api, { profile, q }) {
    const profileId = await findProfileId(api, profile)
    const { stages } = await api.listIdeaStages({ profileId })
    const { ideas } = await api.listIdeas({ profileId, limit: 50, ...(q === undefined ? {} : { q }) })
    return {
      stages: stages.map(({ id, name }) => ({
        name,
        ideas: ideas.filter(({ stageId }) => stageId === id).map(shorten),
      })),
    }
  },
  describe: ({ stages }) =>
    stages
      .flatMap(({ name, ideas }) => [`${name}:`, ...ideas.map(({ id, title, text }) => `- ${title || text} (${id})`)])
      .join('\n'),
})

const shorten = ({ id, title, text, url }: z.infer<typeof ideaOutput>) => ({ id, title, text: text.slice(0, 500), url })
