type Search = Record<string, unknown>;

/**
 * The address without what the server would not show: where the failing request mentions loan, `loanId` goes; where it
 * mentions user, `assigneeId` goes and everybody's rows are asked for. The same object where nothing changes.
 */
export function cleanedSearch(requestUrl: string, search: Search): Search {
  const url = requestUrl.toLowerCase();
  const cleaned = { ...search };
  if (url.includes('loan')) delete cleaned.loanId;
  if (url.includes('user') && ('assigneeId' in search || 'assigneeType' in search)) {
    delete cleaned.assigneeId;
    cleaned.assigneeType = 'ALL';
  }
  const isChanged = Object.keys(search).some((key) => search[key] !== cleaned[key]);
  return isChanged ? cleaned : search;
}
