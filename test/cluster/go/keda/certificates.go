package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// writeCertificates fills a folder with an authority of its own (ca.crt), a pair for localhost that serves and calls
// (tls.*), and the pair by which the API server introduces itself to the adapter (proxy.*).
func writeCertificates(folder string) error {
	authority := certificate("celld-gitops-test")
	authority.IsCA = true
	authority.KeyUsage = x509.KeyUsageCertSign
	authorityKey, err := write(folder, "ca", authority, authority, nil)
	if err != nil {
		return err
	}
	for name, commonName := range map[string]string{"tls": "localhost", "proxy": "front-proxy"} {
		if _, err := write(folder, name, certificate(commonName), authority, authorityKey); err != nil {
			return err
		}
	}
	return nil
}

func certificate(commonName string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: commonName},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(30 * 24 * time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		BasicConstraintsValid: true,
		DNSNames:              []string{"localhost"},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
	}
}

func write(folder, name string, wanted, issuer *x509.Certificate, issuerKey *ecdsa.PrivateKey) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if issuerKey == nil {
		issuerKey = key
	}
	signed, err := x509.CreateCertificate(rand.Reader, wanted, issuer, &key.PublicKey, issuerKey)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := writePem(filepath.Join(folder, name+".crt"), "CERTIFICATE", signed); err != nil {
		return nil, err
	}
	return key, writePem(filepath.Join(folder, name+".key"), "EC PRIVATE KEY", private)
}

func writePem(path, kind string, bytes []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600)
}
