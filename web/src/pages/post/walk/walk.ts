import type { Result } from '@posthorn/sdk'

/** The way of a post to one network, as the API tells it. */
export type Walk = Result<'listPostPublications'>[number]
