// Runs before the first paint, ahead of the program itself. It sets the appearance, so that nothing flashes. It sends the
// requests that every screen needs, and preloads the files of the route. It is a file of its own, so that the content
// security policy needs no exception for inline scripts.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const known = ['light', 'dark', 'auto'];

  if (known.includes(query.get('theme'))) localStorage.setItem('selectedTheme', query.get('theme'));
  // In the demo one address serves several companies; the one asked for stays until another is.
  if (query.has('org')) localStorage.setItem('org', query.get('org'));
  // Portals of borrowers, which have a number in the first place, keep it in the address.
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
    // The program handles a failure when it awaits the answer. Without this it would also count as unhandled.
    answer.catch(() => {});
    return answer;
  };
  /** The stored id token, unless the program has to renew it first. */
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

  /** The build lists the files of the program, and of the other pages by feature, in a meta element. */
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
