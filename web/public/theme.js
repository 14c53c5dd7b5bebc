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
  // The texts of another language are requested with the scripts, and not by them.
  const files = new Map((document.documentElement.dataset.languages || '').split(' ').map((one) => one.split('=')))
  const chosen = read('language')
  const spoken = files.has(chosen)
    ? chosen
    : navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => files.has(tag))
  if (files.get(spoken)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = files.get(spoken)
    document.head.append(link)
  }
}
