// Runs before the first paint, so that a dark page never flashes white.
{
  let kept = null
  try {
    kept = localStorage.getItem('posthorn.theme')
  } catch {
    // The browser keeps nothing for this site.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
