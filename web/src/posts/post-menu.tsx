import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import { type BriefPost, isEditable } from './post-time.ts'
import { useTrash } from './use-trash.ts'

interface PostMenuProps {
  readonly post: BriefPost
  /** Asks for another time. Omitted where posts cannot be moved. */
  readonly onMove?: (() => void) | undefined
  /** The name of that action. Defaults to “Reschedule…”. */
  readonly moveLabel?: string
  readonly triggerClass?: string
}

/** All actions for a post in a list. Hidden for viewers: the row itself opens the post. */
export function PostMenu(props: PostMenuProps) {
  const { mayDelete, mayWrite } = useRights()
  const { post } = props
  const isInTrash = post.deletedAt !== null
  // Without another right, only a copy can be written, and any post can be restored.
  return (isInTrash ? mayWrite : mayDelete) && <WritersMenu {...props} />
}

function WritersMenu({ post, onMove, moveLabel, triggerClass = iconButtonStyle }: PostMenuProps) {
  const { bulk, posts, shell } = useMessages()
  const { mayChange, mayWrite } = useRights()
  const navigate = useNavigate()
  const { moveToTrash, restore } = useTrash()
  const { profileId } = post
  const isTheirs = mayChange(post)
  const isOpen = mayWrite && isTheirs && isEditable(post)
  const edit = (id: string) => navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: id } })
  const duplicate = async () => {
    try {
      const copy = await api.duplicatePost({ id: post.id })
      await queryClient.invalidateQueries({ queryKey: ['posts'] })
      await edit(copy.id)
    } catch (error) {
      if (error instanceof Error) tellFailure(posts.notDuplicated, error)
    }
  }
  if (post.deletedAt !== null)
    return (
      <Menu
        label={posts.actions(post.content.slice(0, 60) || shell.post.untitled)}
        align="end"
        triggerClass={triggerClass}
        trigger={<Icon name="more" className="size-4.5" />}
      >
        <MenuItem onSelect={() => void restore([post.id])}>{bulk.restore}</MenuItem>
      </Menu>
    )
  return (
    <Menu
      label={posts.actions(post.content.slice(0, 60) || shell.post.untitled)}
      align="end"
      triggerClass={triggerClass}
      trigger={<Icon name="more" className="size-4.5" />}
    >
      <MenuItem
        onSelect={() => void navigate({ to: '/p/$profileId/posts/$postId', params: { profileId, postId: post.id } })}
      >
        {posts.post.open}
      </MenuItem>
      {isOpen && <MenuItem onSelect={() => void edit(post.id)}>{posts.post.edit}</MenuItem>}
      {isOpen && onMove && <MenuItem onSelect={onMove}>{moveLabel ?? posts.moveTo}</MenuItem>}
      {mayWrite && <MenuItem onSelect={() => void duplicate()}>{posts.post.duplicate}</MenuItem>}
      {isTheirs && <MenuLine />}
      {isTheirs && (
        <MenuItem onSelect={() => void moveToTrash([post])}>
          <span className="text-failed">{posts.post.trash}</span>
        </MenuItem>
      )}
    </Menu>
  )
}
