import type { AreaMessages } from '../../en/index.ts'

export const stock: AreaMessages['stock'] = {
  library: 'Biblioteca',
  places: 'Elegir de',
  find: 'Buscar',
  provider: 'Proveedor',
  privacy: (provider) =>
    `Las palabras que escribes se envían a ${provider} a través de este servicio. ${provider} no sabe quién eres.`,
  creditInText: 'Mencionar en el texto',
  play: 'Reproducir los GIF',
  more: 'Cargar más',
  source: 'Fuente',
  license: 'Licencia',
  kinds: {
    photo: {
      title: 'Fotos de archivo',
      search: 'Buscar fotos gratuitas',
      results: 'Fotos encontradas',
      none: 'No se encontraron fotos. Prueba con otras palabras.',
      providedBy: (provider) => `Fotos proporcionadas por ${provider}`,
      credit: (author, provider) => `Foto de ${author} en ${provider}`,
      add: (author, altText) => `Añadir la foto de ${author}${altText === '' ? '' : `: ${altText}`}`,
      added: (author) => `Foto de ${author} añadida`,
    },
    gif: {
      title: 'GIF',
      search: 'Buscar GIF',
      results: 'GIF encontrados',
      none: 'No se encontraron GIF. Prueba con otras palabras.',
      providedBy: (provider) => `Powered by ${provider}`,
      credit: (author, provider) => (author === '' ? `GIF de ${provider}` : `GIF de ${author} en ${provider}`),
      add: (author, altText) =>
        `${author === '' ? 'Añadir el GIF' : `Añadir el GIF de ${author}`}${altText === '' ? '' : `: ${altText}`}`,
      added: (author) => (author === '' ? 'GIF añadido' : `GIF de ${author} añadido`),
    },
  },
}
