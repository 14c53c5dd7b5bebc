import type { ComponentProps } from 'react'
import { LightLink } from './light-link.tsx'
import type { BriefPost } from './post-time.ts'

interface PostLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly post: Pick<BriefPost, 'id' | 'profileId'>
}

/** Leads to the page of a post. */
export const PostLink = ({ post, ...rest }: PostLinkProps) => (
  <LightLink {...rest} href={`/p/${post.profileId}/posts/${post.id}`} />
)
