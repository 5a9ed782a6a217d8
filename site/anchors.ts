/** Anchors of headings as GitHub makes them: links of the documents work there and on the site. */
export function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}
