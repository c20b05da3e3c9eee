export const NO_TLS_ADVICE =
  'See that the server of your kubeconfig, or the base URL, begins with http:// if that port speaks no TLS.';
export const TLS_ADVICE =
  'See that the server of your kubeconfig, or the base URL, begins with https:// and not with http://.';
