export function PostsPage() {
  return null
}
