import { z } from 'zod'
import { byNetwork } from '#infra/http/platforms.ts'
import { lineText, text } from '#infra/http/schemas.ts'
import {
  faultOfHandle,
  faultOfName,
  type Handles,
  mentionNameMax,
  mentionNetworks,
  mentionsMax,
  plainHandle,
} from '#rules/mentions.ts'
import { networkEntries } from '#rules/network-names.ts'

/** The handles of one mention by network. */
export const mentionHandles = byNetwork(text(1, 310).transform(plainHandle))
  .superRefine((handles, context) => {
    for (const [network, handle] of networkEntries(handles)) {
      const message = faultOfHandle(network, handle)
      if (message !== null) context.addIssue({ code: 'custom', path: [network], message })
    }
  })
  .transform((handles): Handles => handles)
  .refine((all) => Object.keys(all).length > 0, 'must have a handle for one network')
  .meta({
    documentedAs: { type: 'object', additionalProperties: { type: 'string', pattern: '^@?[\\w.:@-]+$' } },
    description:
      'The handle on each network, by its name, with or without its @. On LinkedIn, a urn. Networks: ' +
      `${mentionNetworks.join(', ')}.`,
    examples: [{ bluesky: 'harbour.bsky.social', linkedin: 'urn:li:organization:2414183' }],
  })

const nameInText = lineText(2, mentionNameMax + 1)
  .regex(/^@[^\p{C}\p{Z}](?:.*[^\p{C}\p{Z}])?$/u, 'must be a name after an @, such as @Harbour Museum')
  .superRefine((value, context) => {
    const message = faultOfName(value.slice(1))
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .meta({ description: 'The name as it is in the texts of the post, with its @.', examples: ['@Harbour Museum'] })

/** The mentions of a post. */
export const mentions = z
  .array(z.strictObject({ text: nameInText, handles: mentionHandles }).meta({ id: 'PostMention' }))
  .max(mentionsMax)
  .refine((all) => new Set(all.map((one) => one.text)).size === all.length, 'must have each name once')
  .meta({
    description:
      'Names in the texts of the post, its thread and its first comment. Each network gets its handle in their place, ' +
      'and the name without the @ if it has none there.',
    examples: [[{ text: '@Harbour Museum', handles: { bluesky: 'harbour.bsky.social' } }]],
  })
