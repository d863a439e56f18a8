// Runs before the first paint and before the app. Sets the color scheme, so that nothing flashes, sends the requests
// that every page needs, and preloads the route's files. It is a separate file, so that the content security policy
// needs no exception for inline scripts.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const known = ['light', 'dark', 'auto'];

  if (known.includes(query.get('theme'))) localStorage.setItem('selectedTheme', query.get('theme'));
  // In the demo profile one address serves several companies. The chosen one stays until another is chosen.
  if (query.has('org')) localStorage.setItem('org', query.get('org'));
  // Borrower portals have a number as first path segment. They keep the theme in the address.
  const isPortal = /^\/\d+(\/|$)/.test(location.pathname);
  if ((query.has('theme') && !isPortal) || query.has('org')) {
    if (!isPortal) query.delete('theme');
    query.delete('org');
    const rest = query.size > 0 ? `?${query}` : '';
    history.replaceState(history.state, '', location.pathname + rest + location.hash);
  }

  const stored = localStorage.getItem('selectedTheme');
  const preference = known.includes(stored) ? stored : 'light';
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = preference === 'auto' ? (prefersDark ? 'dark' : 'light') : preference;
  root.setAttribute('data-theme', scheme);
  root.setAttribute('data-mantine-color-scheme', scheme);
  root.style.colorScheme = scheme;

  const early = (path, headers = {}) => {
    const answer = fetch(path, { headers });
    // The app handles a failure when it awaits the response. Without this line it would also count as unhandled.
    answer.catch(() => {});
    return answer;
  };
  /** The stored ID token, or null if it has to be renewed first. */
  function storedToken() {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:'));
    try {
      const user = JSON.parse(localStorage.getItem(key) ?? 'null');
      return user && user.expires_at - 60 > Date.now() / 1000 ? user.id_token : null;
    } catch {
      return null;
    }
  }
  function startupHeaders(token) {
    const headers = { Authorization: `Bearer ${token}` };
    const session = sessionStorage.getItem('sessionId');
    if (session) headers['x-session-id'] = session;
    const choice = sessionStorage.getItem('activeOrgUnit') === null ? localStorage : sessionStorage;
    const orgUnit = choice.getItem('activeOrgUnit');
    if (/^[1-9]\d*$/.test(orgUnit ?? '')) {
      headers['x-org-unit-id'] = orgUnit;
      headers['x-consolidated'] = String(choice.getItem('consolidated') === 'true');
    }
    return headers;
  }
  const org = localStorage.getItem('org');
  const asked = org ? `?org=${encodeURIComponent(org)}` : '';
  const token = storedToken();
  const [, area, page, record] = location.pathname.split('/');
  if (token && (area === 'app' || area === 'org')) {
    preloadFiles(area === 'org' ? 'org' : page, page === 'loans' && !record);
    window.keyturnStart = { token, startup: early(`/api/startup${asked}`, startupHeaders(token)) };
  } else {
    window.keyturnStart = { theme: early(`/api/theme${asked}`), config: early('/api/config') };
  }

  /** The build lists the files of the app's shell, and of each feature's pages, in a meta element. */
  function preloadFiles(feature, isPipeline) {
    const files = JSON.parse(document.querySelector('meta[name=route-files]')?.content ?? '{}');
    const wanted = isPipeline ? ['program'] : ['program', 'shared', feature];
    for (const file of wanted.flatMap((name) => files[name] ?? [])) {
      const link = document.createElement('link');
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
      if (file.endsWith('.css')) link.as = 'style';
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    }
  }
})();
