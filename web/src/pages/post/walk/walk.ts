import type { Result } from '@posthorn/sdk'

/** The progress of a post at one network, as returned by the API. */
export type Walk = Result<'listPostPublications'>[number]
