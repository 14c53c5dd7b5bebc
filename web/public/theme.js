// Runs before the first paint, so that a dark page never flashes white, and the frame of the pages is there at once.
{
  const read = (name) => {
    try {
      return localStorage.getItem(`posthorn.${name}`)
    } catch {
      // The browser keeps nothing for this site.
      return null
    }
  }
  const kept = read('theme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // Someone has been signed in here.
  if (read('profile') !== null && /^\/(p\/|$)/.test(location.pathname))
    document.documentElement.dataset.frame = read('sandbox') === 'on' ? 'sandbox' : 'plain'
}
