type Search = Record<string, unknown>;

/**
 * Removes parameters that the server refused. A failed request about loans drops `loanId`. A failed request about users
 * drops `assigneeId` and asks for all users. Returns the same object if nothing changes.
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
